// Arrays that share no cache line with anything else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Gives whole cache lines: for small arrays that one worker writes again and again, which would
/// else lie beside another worker's by chance. (That of Boost aligns the beginning only: what comes
/// behind shares the last line.)
template <typename T>
struct cache_aligned_allocator {
  using value_type = T;

  cache_aligned_allocator() = default;
  template <typename Other>
  cache_aligned_allocator(const cache_aligned_allocator<Other>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() - cache_line_bytes;
    if (count > most / sizeof(T)) { throw std::bad_array_new_length(); }
    const std::size_t lines = (count * sizeof(T) + cache_line_bytes - 1) / cache_line_bytes;
    const std::size_t bytes = lines * cache_line_bytes;
    return static_cast<T*>(::operator new(bytes, alignment));
  }
  void deallocate(T* at, std::size_t /*count*/) noexcept { ::operator delete(at, alignment); }

  [[nodiscard]] bool operator==(const cache_aligned_allocator&) const = default;

private:
  static_assert(alignof(T) <= cache_line_bytes);
  static constexpr std::align_val_t alignment{cache_line_bytes};
};

template <typename T>
using cache_aligned_vector = std::vector<T, cache_aligned_allocator<T>>;

}  // namespace orujo
