// Waiting before another attempt: longer each time, and not in step with others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>

#include "orujo/base/pause.hpp"
#include "orujo/base/random.hpp"

namespace orujo::activities {

/// For a loop that waits until another worker has done something short: that worker may have lost
/// its core, so that from some hundred turns on this one's is given away.
class short_wait {
public:
  void turn() noexcept {
    if (++turns_ % turns_before_yield == 0) {
      std::this_thread::yield();
    } else {
      pause_core();
    }
  }

private:
  static constexpr unsigned turns_before_yield = 256;
  unsigned turns_ = 0;
};

/// Waits for a random number of turns below a bound that doubles with each attempt. From about a
/// thousand turns on the core is given away: whoever is in the way may have lost its own.
class exponential_backoff {
public:
  explicit exponential_backoff(std::uint64_t seed) noexcept : random_(seed, 0) {}

  void restart() noexcept { bound_ = least; }

  void wait() noexcept {
    const std::uint64_t turns = random_.below(bound_) + 1;
    if (turns > turns_before_yield) { std::this_thread::yield(); }
    for (std::uint64_t i = 0; i < std::min(turns, turns_before_yield); ++i) { pause_core(); }
    bound_ = std::min(2 * bound_, most);
  }

private:
  static constexpr std::uint64_t least = 4;
  static constexpr std::uint64_t most = 4096;
  static constexpr std::uint64_t turns_before_yield = 1000;

  random_stream random_;
  std::uint64_t bound_ = least;
};

}  // namespace orujo::activities
