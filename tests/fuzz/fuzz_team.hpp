// Runs a fuzzer's program on a small team of this process; checks of GoogleTest end it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "fuzz/fuzz_input.hpp"
#include "orujo/runtime/launch.hpp"

namespace orujo::test {

/// Makes a failed EXPECT_… a finding. Call: once, before the first input.
inline void end_at_failed_checks() {
  testing::GTEST_FLAG(break_on_failure) = true;
  // libFuzzer keeps the input of a program that aborts, not of one that meets a break point.
  std::signal(SIGTRAP, [](int) { std::abort(); });
  testing::GTEST_FLAG(catch_exceptions) = false;
}

/// A team of 1 to 3 ranks with 1 or 2 workers, small in memory, that leaves the cores to others
/// where it waits.
inline launch_options team_of(fuzz_input& input) {
  launch_options options;
  options.ranks = static_cast<int>(1 + input.choice(3));
  options.workers = static_cast<int>(1 + input.choice(2));
  options.transport = "local";
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> values = {{
      {"pin_workers", "false"},
      {"huge_pages", "false"},
      {"memory_limit_bytes", "256M"},
      {"idle_spins", "0"},
      {"idle_yields", "20"},
      {"idle_sleep", "20"},
  }};
  for (const auto& [name, value] : values) {
    options.values.assign(name, value, setting_source::option);
  }
  return options;
}

/// Runs `program` on every rank; whether it ended well everywhere.
inline bool run_documented(const launch_options& options,
                           const std::function<void(rank_team&)>& program) {
  return ends_as_documented([&] { run_team(options, program); });
}

}  // namespace orujo::test
