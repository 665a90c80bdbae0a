// Is it worth giving the core away, or will another program keep it?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>

namespace orujo {

/// Times the yields of the threads that wait for each other. A yield takes less than a microsecond
/// where cores are free, or where other threads of ours yield, too. Where another program computes,
/// it forfeits a whole time slice, and a wait with many yields takes as many slices: then threads
/// sleep instead, for the system lets a thread that has slept go first. Some sleeps later, the
/// more the longer this has been so, one yield tries again.
class yield_watch {
public:
  /// Whether a wait may yield now. Call: any thread.
  [[nodiscard]] bool may_yield() const noexcept {
    return sleeps_left_.load(std::memory_order_relaxed) <= 0;  // relaxed: a rule of thumb only
  }

  /// Gives the core to another thread, and notes how long the caller was away from it. Call: any
  /// thread.
  void yield() noexcept;

  /// Notes that a yield took so long. Call: any thread.
  void note_yield(std::chrono::nanoseconds away) noexcept;

  /// Notes that a wait is about to sleep. Call: any thread.
  void note_sleep() noexcept {
    if (!may_yield()) { sleeps_left_.fetch_sub(1, std::memory_order_relaxed); }
  }

private:
  static constexpr int first_sleeps = 64;
  static constexpr int most_sleeps = 4096;

  std::atomic<int> sleeps_left_{0};
  std::atomic<int> next_sleeps_{first_sleeps};
};

}  // namespace orujo
