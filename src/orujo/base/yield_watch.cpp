// Times a yield.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/yield_watch.hpp"

#include <algorithm>

#include <sched.h>

namespace orujo {

void yield_watch::yield() noexcept {
  const auto start = std::chrono::steady_clock::now();
  sched_yield();
  note_yield(std::chrono::steady_clock::now() - start);
}

void yield_watch::note_yield(std::chrono::nanoseconds away) noexcept {
  // A yield between threads that all wait takes some microseconds, a time slice milliseconds.
  constexpr auto long_yield = std::chrono::microseconds(200);
  // relaxed: a rule of thumb, on which nothing depends
  const int sleeps = next_sleeps_.load(std::memory_order_relaxed);
  if (away > long_yield) {
    sleeps_left_.store(sleeps, std::memory_order_relaxed);
    next_sleeps_.store(std::min(2 * sleeps, most_sleeps), std::memory_order_relaxed);
  } else if (sleeps != first_sleeps) {
    next_sleeps_.store(first_sleeps, std::memory_order_relaxed);
  }
}

}  // namespace orujo
