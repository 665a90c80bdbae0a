// What threads share and sleep on, as the system has it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "orujo/base/futex.hpp"

namespace orujo {

/// The operations by which threads meet. What is made of nothing else takes them as a template
/// parameter, so that tests run the same code under every schedule of a few modelled threads: see
/// docs/design/0014-schedules-are-explored.md.
struct system_threads {
  template <typename T>
  using atomic = std::atomic<T>;
  using atomic_flag = std::atomic_flag;

  /// What one thread at a time may touch.
  template <typename T>
  using plain = T;

  /// Sleeps while `word` is `seen`, at most `limit`; may return sooner.
  static void sleep_while(const atomic<std::uint32_t>& word, std::uint32_t seen,
                          std::chrono::microseconds limit) noexcept {
    futex_wait(word, seen, limit);
  }
  static void wake_all(const atomic<std::uint32_t>& word) noexcept { futex_wake_all(word); }

  /// Gives the core away, in a loop that waits for another thread.
  static void yield() noexcept { std::this_thread::yield(); }
};

}  // namespace orujo
