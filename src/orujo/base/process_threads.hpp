// What threads of several processes share and sleep on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "orujo/base/announced_word.hpp"
#include "orujo/base/system_threads.hpp"

namespace orujo {

/// As system_threads, for words in memory that several processes have.
struct process_threads : system_threads {
  static void sleep_while(const atomic<std::uint32_t>& word, std::uint32_t seen,
                          std::chrono::microseconds limit) noexcept;
  static void wake_all(const atomic<std::uint32_t>& word) noexcept;
};

/// An announced word that threads of several processes share.
using process_word = basic_announced_word<process_threads>;

}  // namespace orujo
