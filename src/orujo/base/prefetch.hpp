// Asks for a cache line before it is needed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace orujo {

/// Starts to bring the line of `address`, which need not be valid, into the cache; to be read.
/// GCC takes a function that only prefetches for one without effect and leaves out calls of it, if
/// they were not inlined before: the empty volatile statement is an effect. It has no instruction.
inline void prefetch_to_read(const void* address) noexcept {
  __builtin_prefetch(address, 0);
  asm volatile("");
}

/// The same, to be written.
inline void prefetch_to_write(const void* address) noexcept {
  __builtin_prefetch(address, 1);
  asm volatile("");
}

}  // namespace orujo
