// The ownership protocol under every schedule of a few ranks that deviates a little from the order
// in which parcels were sent; without backoff, which goes on for ever; and a mutant.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "activities/ownership_models.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr global_element first_of_0{rank_id{0}, 0};
constexpr global_element first_of_1{rank_id{1}, 0};
constexpr global_element second_of_0{rank_id{0}, 1};
constexpr global_element second_of_1{rank_id{1}, 1};

/// Each rank wants the other's element as well as its own.
ownership_program crossing_program() {
  return {.in_flight = 1, .spawned = {{{first_of_0, first_of_1}}, {{first_of_0, first_of_1}}}};
}

/// One after the other, each for elements that another rank wants, too.
ownership_program program_in_turns() {
  return {.in_flight = 1,
          .spawned = {{{first_of_1}, {first_of_0, second_of_0}, {first_of_1, second_of_0}},
                      {{second_of_1, first_of_0}}}};
}

void expect_no_failure_of(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

class explored_ownership : public testing::Test {
protected:
  void SetUp() override {
    if (under_mpirun()) { GTEST_SKIP() << "explored ranks need no launcher"; }
  }
};

}  // namespace

TEST_F(explored_ownership, loses_nothing_and_leaves_no_marker) {
  const int deviations = is_sanitized ? 1 : 3;
  for (const ownership_program& each : {crossing_program(), program_in_turns()}) {
    expect_no_failure_of(
        explore_ownership<named_activity>({.deviations = deviations}, {.ranks = 2}, each));
    expect_no_failure_of(
        explore_ownership<adding_activity>({.deviations = deviations}, {.ranks = 2}, each));
  }
}

TEST_F(explored_ownership, does_so_when_sends_are_refused_meanwhile) {
  expect_no_failure_of(explore_ownership<named_activity>(
      {.deviations = 1}, {.ranks = 2, .refuses = true}, program_in_turns()));
}

TEST_F(explored_ownership, goes_on_for_ever_without_backoff) {
  ownership_program stubborn = crossing_program();
  stubborn.longest_backoff = stubborn.longest_backoff.zero();
  const exploration found =
      explore_ownership<named_activity>({.deviations = 0}, {.ranks = 2}, stubborn);
  EXPECT_EQ(found.failure, "the team does not come to an end") << found.text();
  expect_no_failure_of(
      explore_ownership<named_activity>({.deviations = 0}, {.ranks = 2}, crossing_program()));
}

TEST_F(explored_ownership, is_found_to_lose_writes_if_attempts_are_named_alike) {
  ownership_program careless = program_in_turns();
  careless.names = attempt_names::reused;
  const exploration found =
      explore_ownership<adding_activity>({.deviations = 2}, {.ranks = 2}, careless);
  EXPECT_EQ(found.failure, "what an activity has written is lost") << found.text();
}

}  // namespace orujo::test
