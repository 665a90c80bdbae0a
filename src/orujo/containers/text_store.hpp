// The bytes of long texts that one table holds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace orujo {

/// Texts one behind the other, in pieces that do not move. Those that are dropped keep their place
/// until all are copied into a new store.
class text_store {
public:
  /// Copies `text`; the copy lies still. Throws: std::bad_alloc.
  [[nodiscard]] const char* keep(std::string_view text) {
    if (text.size() > left_) { begin_piece(text.size()); }
    char* const place = next_;
    std::memcpy(place, text.data(), text.size());
    next_ += text.size();
    left_ -= text.size();
    live_ += text.size();
    return place;
  }
  void drop(std::size_t bytes) noexcept {
    live_ -= bytes;
    dead_ += bytes;
  }
  /// Whether most of it is texts that were dropped.
  [[nodiscard]] bool is_mostly_dead() const noexcept { return dead_ > live_ + piece_bytes; }
  [[nodiscard]] std::size_t bytes() const noexcept { return taken_; }

private:
  static constexpr std::size_t piece_bytes = std::size_t{64} << 10U;

  void begin_piece(std::size_t least) {
    left_ = std::max(least, piece_bytes);
    pieces_.push_back(std::make_unique_for_overwrite<char[]>(left_));
    next_ = pieces_.back().get();
    taken_ += left_;
  }

  std::vector<std::unique_ptr<char[]>> pieces_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t live_ = 0;
  std::size_t dead_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace orujo
