// A lock for a few instructions, between the workers of a rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include <sched.h>

namespace orujo {

/// Held for a few instructions, never across a yield. A waiter gives its core away, as the holder
/// may share it. Memory ordering: as any mutex.
class spin_lock {
public:
  void lock() noexcept {
    while (held_.exchange(true, std::memory_order_acquire)) { sched_yield(); }
  }
  void unlock() noexcept { held_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> held_{false};
};

}  // namespace orujo
