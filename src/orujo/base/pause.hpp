// What a thread does in a loop that waits for another one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace orujo {

/// Lets the core's other threads, and the memory system, go on for a moment.
inline void pause_core() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace orujo
