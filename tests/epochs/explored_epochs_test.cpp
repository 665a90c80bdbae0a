// The end of epochs, budgets, refusals and the eviction of lanes, under every schedule of a small
// team that deviates a little from the order in which parcels were sent; and mutants.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "epochs/epoch_models.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

class explored_epochs : public testing::Test {
protected:
  void SetUp() override {
    if (under_mpirun()) { GTEST_SKIP() << "explored ranks need no launcher"; }
  }
};

}  // namespace

TEST_F(explored_epochs, end_when_all_messages_are_handled) {
  for (const end_finding how : both_ways) {
    expect_no_failure(explore_epoch({.deviations = 2}, {.ranks = 2}, how));
    expect_no_failure(explore_epoch({.deviations = 1}, {.ranks = 3}, how));
  }
}

TEST_F(explored_epochs, end_when_sends_are_refused_meanwhile) {
  for (const end_finding how : both_ways) {
    expect_no_failure(explore_epoch({.deviations = 2}, {.ranks = 2, .refuses = true}, how));
  }
}

TEST_F(explored_epochs, end_apart_when_two_are_open) {
  expect_no_failure(explore_two_epochs({.deviations = 1}, {.ranks = 2}));
  expect_no_failure(explore_two_epochs({.deviations = 1}, {.ranks = 3}));
}

TEST_F(explored_epochs, lose_nothing_of_lanes_that_are_evicted) {
  const explored_shape crowded{.ranks = 3, .values = narrow_settings(), .refuses = true};
  expect_no_failure(explore_crowd({.deviations = 1}, crowded));
}

TEST_F(explored_epochs, are_found_to_end_too_early_if_one_sum_decides) {
  const exploration_limits limits{.deviations = 3};
  for (const deciding wrong : {deciding::one_wave, deciding::sum_of_reports}) {
    const exploration found = explore_answers(limits, wrong);
    EXPECT_NE(found.failure.find("before its messages"), std::string::npos) << found.text();
  }
  for (const deciding right : {deciding::two_waves, deciding::reports}) {
    expect_no_failure(explore_answers(limits, right));
  }
}

TEST_F(explored_epochs, are_found_to_count_in_vain_if_a_worker_with_parked_messages_is_idle) {
  const exploration_limits limits{.deviations = 4};
  const exploration found = explore_waves(limits, idleness::with_any_outbox);
  EXPECT_EQ(found.failure, "a wave counts while messages are parked") << found.text();
  expect_no_failure(explore_waves(limits, idleness::with_empty_outbox));
}

TEST_F(explored_epochs, are_found_to_wait_for_a_parcel_that_is_lost) {
  for (const end_finding how : both_ways) {
    const exploration found = explore_epoch({.deviations = 0}, {.ranks = 3, .loses = 2}, how);
    EXPECT_NE(found.failure.find(how == end_finding::by_reports ? "wait for ever" : "to an end"),
              std::string::npos)
        << found.text();
  }
}

}  // namespace orujo::test
