// A file descriptor that closes itself, and the loop that moves all bytes through one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstddef>
#include <utility>

#include <unistd.h>

namespace orujo {

/// Owns an open file descriptor, or none.
class file_descriptor {
public:
  file_descriptor() noexcept = default;
  explicit file_descriptor(int number) noexcept : number_(number) {}
  file_descriptor(file_descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~file_descriptor() {
    if (number_ >= 0) { ::close(number_); }
  }

  [[nodiscard]] int number() const noexcept { return number_; }
  [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }

  /// Closes the file; returns false with errno set where that failed.
  [[nodiscard]] bool close() noexcept { return ::close(std::exchange(number_, -1)) == 0; }

private:
  int number_ = -1;
};

/// Calls `move(done)` until `size` bytes are done; it returns how many it moved, or -1.
/// Returns false with errno set, or with errno 0 where nothing moves any more.
template <typename Move>
[[nodiscard]] bool move_all_bytes(std::size_t size, Move move) {
  std::size_t done = 0;
  while (done < size) {
    errno = 0;
    const ssize_t moved = move(done);
    if (moved < 0 && errno == EINTR) { continue; }
    if (moved <= 0) { return false; }
    done += static_cast<std::size_t>(moved);
  }
  return true;
}

}  // namespace orujo
