// A word that threads wait for, awake or asleep.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/base/system_threads.hpp"

namespace orujo {

/// A number that goes up, and wakes whoever sleeps until it does. No wake-up is lost: both sides
/// write what the other one reads before they read what it writes, all in one order (seq_cst), so
/// either the sleeper sees the new number or the announcer sees the sleeper. Checked under every
/// schedule of a few threads in tests/base/explored_waiting_test.cpp.
template <typename Threads>
class basic_announced_word {
public:
  /// What announcers did before is visible to the caller.
  [[nodiscard]] std::uint32_t value() const noexcept {
    return value_.load(std::memory_order_acquire);
  }

  /// Adds 1. Call: any thread. Cost: a call of the system if somebody sleeps.
  void announce() {
    value_.fetch_add(1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) > 0) { Threads::wake_all(value_); }
  }

  /// As announce(), but adds nothing while nobody sleeps. Wakes those of sleep_unless() whose
  /// `has_work` sees what the caller stored before, in the one order (seq_cst).
  /// Call: any thread. Cost: a load, of a line that is only written by who sleeps or announces.
  void announce_to_sleepers() {
    if (sleepers_.load(std::memory_order_seq_cst) > 0) { announce(); }
  }

  /// Sleeps while the number is `seen`, at most `limit`; may return sooner. Call: any thread.
  void sleep_while(std::uint32_t seen, std::chrono::microseconds limit) {
    sleep_unless([] { return false; }, seen, limit);
  }

  /// As sleep_while(), but does not sleep if `has_work()`, which is asked once announcers can see
  /// that somebody sleeps: it loads what they store in the one order (seq_cst).
  template <typename HasWork>
  void sleep_unless(HasWork has_work, std::uint32_t seen, std::chrono::microseconds limit) {
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    if (value_.load(std::memory_order_seq_cst) == seen && !has_work()) {
      Threads::sleep_while(value_, seen, limit);
    }
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }

private:
  alignas(cache_line_bytes) typename Threads::template atomic<std::uint32_t> value_{0};
  typename Threads::template atomic<int> sleepers_{0};
};

using announced_word = basic_announced_word<system_threads>;

}  // namespace orujo
