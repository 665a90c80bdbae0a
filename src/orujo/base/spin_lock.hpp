// A lock that is held for a few instructions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "orujo/base/system_threads.hpp"

namespace orujo {

/// A mutex in the sense of std::unique_lock, never held across a yield of a task. Who waits gives
/// its core away, as the holder may have lost it. For what takes less time than a call of the
/// system, where waiting is rare. Cost: one exchange; no memory but the flag.
template <typename Threads>
class basic_spin_lock {
public:
  [[nodiscard]] bool try_lock() noexcept {
    // looking first keeps the cache line shared while another thread holds it
    return !busy_.test(std::memory_order_relaxed) && !busy_.test_and_set(std::memory_order_acquire);
  }
  void lock() noexcept {
    while (!try_lock()) { Threads::yield(); }
  }
  void unlock() noexcept { busy_.clear(std::memory_order_release); }

private:
  typename Threads::atomic_flag busy_;
};

using spin_lock = basic_spin_lock<system_threads>;

}  // namespace orujo
