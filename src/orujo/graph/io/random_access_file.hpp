// A regular file, read at any place without being mapped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace orujo::io {

class random_access_file {
public:
  /// Throws: input_error if there is no such regular file or it may not be read.
  explicit random_access_file(std::string path);
  ~random_access_file();

  random_access_file(const random_access_file&) = delete;
  random_access_file& operator=(const random_access_file&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

  /// Reads `to.size()` bytes that begin at `place`. Call: any thread.
  /// Throws: input_error if the file ends before or cannot be read.
  void read(std::span<std::byte> to, std::uint64_t place) const;

private:
  std::string path_;
  int file_ = -1;
  std::uint64_t bytes_ = 0;
};

}  // namespace orujo::io
