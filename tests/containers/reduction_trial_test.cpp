// How often a worker looks for requests that can be merged.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <gtest/gtest.h>

#include "orujo/containers/waiting_requests.hpp"

namespace orujo::test {

namespace {

constexpr std::uint64_t window = 4096;

/// Looks as long as the trial is on; returns how many requests it then lets go by.
std::uint64_t pause_after(reduction_trial& trial, bool merged) {
  std::uint64_t looks = 0;
  for (; looks <= window && trial.is_on(); ++looks) { trial.note(merged); }
  if (looks > window) { return 0; }
  std::uint64_t passed = 1;
  while (!trial.is_on()) { ++passed; }
  trial.note(merged);  // the look that ended the pause
  return passed;
}

}  // namespace

TEST(reduction_trial, rests_twice_as_long_each_time_that_it_was_in_vain) {
  reduction_trial trial;
  for (std::uint64_t expected = 15 * window; expected < 240 * window; expected *= 2) {
    EXPECT_EQ(pause_after(trial, false), expected - 1);
  }
  EXPECT_EQ(pause_after(trial, false), 240 * window - 1);
  EXPECT_EQ(pause_after(trial, false), 240 * window - 1);
}

TEST(reduction_trial, goes_on_where_requests_are_merged_and_begins_anew_afterwards) {
  reduction_trial trial;
  EXPECT_EQ(pause_after(trial, false), 15 * window - 1);
  EXPECT_EQ(pause_after(trial, false), 30 * window - 1);
  EXPECT_EQ(pause_after(trial, true), 0U);
  EXPECT_EQ(pause_after(trial, false), 15 * window - 1);
}

}  // namespace orujo::test
