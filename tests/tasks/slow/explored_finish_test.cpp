// Joins, purses and news of tasks under schedules that deviate more.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tasks/finish_models.hpp"

namespace orujo::test {

TEST(explored_finish_deep, ends_after_its_tasks_on_all_ranks) {
  expect_ends_in_time(explore_main({.deviations = 3}, {.ranks = 2}, spread_in_finish));
  expect_ends_in_time(
      explore_main({.deviations = 2}, {.ranks = 2, .refuses = true}, spread_in_finish));
}

TEST(explored_finish_deep, keeps_the_credits_of_two_apart) {
  expect_ends_in_time(explore_main({.deviations = 2}, {.ranks = 3}, take_turns_in_two));
}

TEST(explored_finish_deep, keeps_credits_of_handlers_that_use_a_purse_as_it_is_emptied) {
  const explored_shape narrow{.ranks = 3, .values = settings_with({{"parcel_bytes", "512"}})};
  expect_ends_in_time(explore_main({.deviations = 2}, narrow, count_in_handlers));
  expect_ends_in_time(explore_main({.deviations = 2}, narrow, count_three_in_handlers));
}

}  // namespace orujo::test
