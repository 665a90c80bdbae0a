// Memory of buffers that come and go while a graph is built.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"

namespace orujo::building {

/// One buffer. Large ones go back to the system when they are freed, and are whole huge pages where
/// they can be; small ones come from the heap, as a process has only so many mappings.
class block_memory {
public:
  block_memory() = default;
  /// Throws: memory_error, std::bad_alloc.
  explicit block_memory(std::size_t bytes) {
    constexpr std::size_t large = std::size_t{128} << 10U;
    if (bytes >= large) {
      mapped_ = huge_memory(bytes);
      data_ = mapped_.data();
    } else {
      small_.reset(new std::byte[bytes]);
      data_ = small_.get();
    }
  }

  [[nodiscard]] std::byte* data() const noexcept { return data_; }

private:
  huge_memory mapped_;
  std::unique_ptr<std::byte[]> small_;
  std::byte* data_ = nullptr;
};

/// Hands out small blocks that are freed all at once. A large one wastes little, and so does a
/// small one.
class block_arena {
public:
  /// `bytes` bytes, aligned for every plain type. Throws: memory_error, std::bad_alloc.
  [[nodiscard]] std::byte* allocate(std::size_t bytes) {
    constexpr std::size_t alignment = alignof(std::max_align_t);
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    if (left_ < rounded) { grow(rounded); }
    left_ -= rounded;
    return std::exchange(next_, next_ + rounded);
  }

  void release() noexcept { *this = block_arena(); }

private:
  void grow(std::size_t bytes) {
    constexpr std::size_t smallest = std::size_t{16} << 10U;
    constexpr std::size_t largest = std::size_t{64} << 20U;
    constexpr std::size_t page = std::size_t{2} << 20U;
    std::size_t size = std::max(bytes, std::clamp(total_ / 8, smallest, largest));
    if (size > page / 2) { size = (size + page - 1) / page * page; }  // huge pages, and all of them
    slabs_.emplace_back(size);
    next_ = slabs_.back().data();
    left_ = size;
    total_ += size;
  }

  std::vector<block_memory> slabs_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t total_ = 0;
};

}  // namespace orujo::building
