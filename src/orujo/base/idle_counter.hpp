// How a thread that waits for others spends its time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/trace.hpp"
#include "orujo/base/yield_watch.hpp"

namespace orujo {

/// How long a thread that waits for others spins, yields, then sleeps between two looks. What is
/// usual stands in the settings idle_spins, idle_yields and idle_sleep.
struct idle_patience {
  int spins;     ///< Looks with a pause instruction between them; 0 if cores are shared.
  int yields;    ///< Looks that give the core to another thread, while that takes no time.
  int sleep_us;  ///< Longest sleep between two looks after that.
};

/// Counts the looks of one wait and says what to do before the next.
class idle_counter {
public:
  /// Both outlive it; `yields` is shared by the threads that wait for each other.
  idle_counter(const idle_patience& patience, yield_watch& yields)
      : patience_(patience), yields_(yields) {}

  void reset() noexcept {
    looks_ = 0;
    end_wait();
  }

  /// Pauses or yields; returns true when it is time to sleep instead (the caller does that).
  bool pause() noexcept;

  /// Says that the thread has something to do again. Waits are noted in `trace`, if that is set.
  void end_wait() noexcept {
    if (since_ != 0) [[unlikely]] { note_wait(); }
  }

  trace_lane* trace = nullptr;

private:
  void note_wait() noexcept;

  const idle_patience& patience_;
  yield_watch& yields_;
  int looks_ = 0;
  std::uint64_t since_ = 0;  // when the wait began; 0: it is not noted
};

}  // namespace orujo
