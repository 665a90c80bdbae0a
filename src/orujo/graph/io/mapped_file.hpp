// A file's bytes, mapped into memory for reading.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orujo::io {

class mapped_file {
public:
  /// Throws: input_error if there is no such regular file or it may not be read.
  explicit mapped_file(const std::string& path);
  ~mapped_file();

  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;

  [[nodiscard]] std::string_view bytes() const noexcept { return {begin_, size_}; }

private:
  const char* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace orujo::io
