// Memory of buffers that come and go while a graph is built.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>

#include "orujo/base/huge_memory.hpp"

namespace orujo::building {

inline constexpr std::size_t smallest_block_bytes = std::size_t{4} << 10U;
inline constexpr std::size_t largest_block_bytes = std::size_t{2} << 20U;

/// The size of the block that follows one of `previous` bytes: small buffers stay small, and what a
/// large one wastes is little.
[[nodiscard]] constexpr std::size_t next_block_bytes(std::size_t previous) noexcept {
  return std::clamp(2 * std::bit_ceil(previous), smallest_block_bytes, largest_block_bytes);
}

/// One buffer. The largest are whole huge pages, which go back to the system when they are freed;
/// small ones come from the heap, as the system allows a process only so many mappings.
class block_memory {
public:
  block_memory() = default;
  /// Throws: memory_error, std::bad_alloc.
  explicit block_memory(std::size_t bytes) {
    if (bytes >= largest_block_bytes) {
      huge_ = huge_memory(bytes);
      data_ = huge_.data();
    } else {
      small_.reset(new std::byte[bytes]);
      data_ = small_.get();
    }
  }

  [[nodiscard]] std::byte* data() const noexcept { return data_; }

private:
  huge_memory huge_;
  std::unique_ptr<std::byte[]> small_;
  std::byte* data_ = nullptr;
};

}  // namespace orujo::building
