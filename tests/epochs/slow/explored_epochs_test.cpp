// The end of epochs and the eviction of lanes under schedules that deviate more.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "epochs/epoch_models.hpp"

namespace orujo::test {

TEST(explored_epochs_deep, end_when_all_messages_are_handled) {
  for (const end_finding how : both_ways) {
    expect_no_failure(explore_epoch({.deviations = 4}, {.ranks = 2}, how));
    expect_no_failure(explore_epoch({.deviations = 2}, {.ranks = 3}, how));
  }
  expect_no_failure(explore_answers({.deviations = 4}, deciding::two_waves));
  expect_no_failure(explore_answers({.deviations = 4}, deciding::reports));
}

TEST(explored_epochs_deep, end_when_sends_are_refused_meanwhile) {
  for (const end_finding how : both_ways) {
    expect_no_failure(explore_epoch({.deviations = 3}, {.ranks = 2, .refuses = true}, how));
    expect_no_failure(explore_epoch({.deviations = 1}, {.ranks = 4, .refuses = true}, how));
  }
}

TEST(explored_epochs_deep, end_apart_when_two_are_open) {
  expect_no_failure(explore_two_epochs({.deviations = 3}, {.ranks = 2}));
  expect_no_failure(explore_two_epochs({.deviations = 2}, {.ranks = 3}));
}

TEST(explored_epochs_deep, lose_nothing_of_lanes_that_are_evicted) {
  const explored_shape crowded{.ranks = 4, .values = narrow_settings(), .refuses = true};
  expect_no_failure(explore_crowd({.deviations = 1}, crowded));
}

}  // namespace orujo::test
