// Waiting before another attempt: longer each time, and not in step with others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "orujo/base/pause.hpp"
#include "orujo/base/random.hpp"
#include "orujo/base/system_threads.hpp"

namespace orujo::activities {

/// For a loop that waits until another worker has done something short: that worker may have lost
/// its core, so that from some hundred turns on this one's is given away.
template <typename Threads>
class basic_short_wait {
public:
  void turn() {
    // What is no thread of the system has no core to keep.
    if (!std::is_same_v<Threads, system_threads> || ++turns_ % turns_before_yield == 0) {
      Threads::yield();
    } else {
      pause_core();
    }
  }

private:
  static constexpr unsigned turns_before_yield = 256;
  unsigned turns_ = 0;
};

using short_wait = basic_short_wait<system_threads>;

/// Waits for a random number of turns below a bound that doubles with each attempt. From about a
/// thousand turns on the core is given away: whoever is in the way may have lost its own. `Threads`
/// may have a pause(turns) of its own, which is told how long each wait is.
template <typename Threads>
class basic_exponential_backoff {
public:
  explicit basic_exponential_backoff(std::uint64_t seed) noexcept : random_(seed, 0) {}

  void restart() noexcept { bound_ = least; }

  void wait() noexcept {
    const std::uint64_t turns = random_.below(bound_) + 1;
    if (!std::is_same_v<Threads, system_threads> || turns > turns_before_yield) {
      Threads::yield();
    }
    if constexpr (requires { Threads::pause(turns); }) {
      Threads::pause(turns);
    } else {
      for (std::uint64_t i = 0; i < std::min(turns, turns_before_yield); ++i) { pause_core(); }
    }
    bound_ = std::min(2 * bound_, most);
  }

  static constexpr std::uint64_t least = 4;    ///< Turns of the first wait, at most.
  static constexpr std::uint64_t most = 4096;  ///< Of any wait.

private:
  static constexpr std::uint64_t turns_before_yield = 1000;

  random_stream random_;
  std::uint64_t bound_ = least;
};

using exponential_backoff = basic_exponential_backoff<system_threads>;

}  // namespace orujo::activities
