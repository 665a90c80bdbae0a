// Sleeping, waking, queues and rounds of threads under more schedules of more threads.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/waiting_models.hpp"

namespace orujo::test {

TEST(explored_waiting_deep, no_announcement_is_slept_through) {
  using word = basic_announced_word<modelled_threads>;
  expect_all_pass(explore_waits<word>(2, 1));
  expect_all_pass(explore_waits<word>(1, 2));
  expect_all_pass(explore_waits<word>(2, 2, {.deviations = 3, .schedules = 10'000'000}));
}

TEST(explored_waiting_deep, a_queue_loses_nothing_and_keeps_the_order_of_each_source) {
  expect_all_pass(explore_queue<modelled_threads>(2, {.deviations = 3, .schedules = 10'000'000}));
}

TEST(explored_waiting_deep, rounds_and_barriers_lose_no_thread) {
  const exploration_limits deep{.deviations = 3, .schedules = 10'000'000};
  expect_all_pass(explore_rounds<modelled_threads>(2, deep));
  expect_all_pass(explore_rounds<modelled_threads>(3, {.deviations = 2, .schedules = 10'000'000}));
  expect_all_pass(explore_failure<modelled_threads>(2, deep));
}

}  // namespace orujo::test
