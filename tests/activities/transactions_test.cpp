// What is made of aborts, by a transaction unit that does as a script says.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/mechanisms/transactions.hpp"

#include <cstdint>
#include <vector>

#include "activities/every_mechanism.hpp"

namespace orujo::test {

namespace {

using mechanisms::attempt_state;

/// Begins as the script says, then always starts.
struct scripted_unit {
  static inline std::vector<attempt_state> script;
  static inline std::size_t at = 0;
  static inline int begun = 0;
  static inline int ended = 0;

  static void play(std::vector<attempt_state> what) {
    script = std::move(what);
    at = 0;
    begun = 0;
    ended = 0;
  }
  static bool is_available() { return true; }
  static attempt_state begin() {
    ++begun;
    return at < script.size() ? script[at++] : attempt_state::started;
  }
  static void end() { ++ended; }
  static void give_up() {}
};

struct step_up {
  using element = std::uint64_t;
  using arguments = std::uint32_t;

  element* counter;

  [[nodiscard]] element& place(arguments /*at*/) const { return *counter; }
  [[nodiscard]] static element amount(arguments by) { return by; }
};

template <mechanisms::retry_rule Rule>
activity_counts counts_of(std::vector<attempt_state> script) {
  activity_counts counts;
  on_teams({team_of(1, 1)}, [&](rank_team& team) {
    if (team.size() > 1) { return; }
    scripted_unit::play(script);
    std::uint64_t counter = 0;
    activity_runner<step_up, mechanisms::transactions<scripted_unit, Rule>> runner(
        team, step_up{&counter}, {.coarsen = 1});
    runner.run(team.worker_at(0), std::uint32_t{5});
    EXPECT_EQ(counter, 5U);  // once, however often it was tried
    counts = runner.counts();
  });
  return counts;
}

}  // namespace

TEST(transactions_alone, commit_at_once_where_nobody_is_in_the_way) {
  const activity_counts counts = counts_of<mechanisms::retry_rule::some>({});
  EXPECT_EQ(counts.aborts(), 0U);
  EXPECT_EQ(counts.serialised, 0U);
  EXPECT_EQ(scripted_unit::begun, 1);
  EXPECT_EQ(scripted_unit::ended, 1);
}

TEST(transactions_alone, are_tried_again_after_conflicts_and_counted_by_reason) {
  const activity_counts counts = counts_of<mechanisms::retry_rule::some>(
      {attempt_state::conflict, attempt_state::other, attempt_state::locked});
  EXPECT_EQ(counts.conflicts, 2U);
  EXPECT_EQ(counts.others, 1U);
  EXPECT_EQ(counts.serialised, 0U);
  EXPECT_EQ(scripted_unit::begun, 4);
}

TEST(transactions_alone, run_alone_when_all_attempts_were_in_vain) {
  const std::vector<attempt_state> always(100, attempt_state::conflict);
  EXPECT_EQ(counts_of<mechanisms::retry_rule::some>(always).conflicts, 8U);
  const activity_counts ten = counts_of<mechanisms::retry_rule::ten>(always);
  EXPECT_EQ(ten.conflicts, 10U);
  EXPECT_EQ(ten.serialised, 1U);
  EXPECT_EQ(scripted_unit::ended, 0);
}

TEST(transactions_alone, are_not_tried_again_if_they_do_not_fit) {
  const std::vector<attempt_state> too_large(100, attempt_state::overflow);
  const activity_counts counts = counts_of<mechanisms::retry_rule::some>(too_large);
  EXPECT_EQ(counts.overflows, 1U);
  EXPECT_EQ(counts.serialised, 1U);
  EXPECT_EQ(counts_of<mechanisms::retry_rule::ten>(too_large).overflows, 10U);
}

TEST(transactions_alone, of_elision_run_alone_after_the_first_abort) {
  const activity_counts counts = counts_of<mechanisms::retry_rule::once>({attempt_state::conflict});
  EXPECT_EQ(counts.conflicts, 1U);
  EXPECT_EQ(counts.serialised, 1U);
  EXPECT_EQ(scripted_unit::begun, 1);
}

TEST(transactions_alone, make_activities_smaller_when_the_hardware_overflows) {
  on_teams({team_of(1, 1)}, [&](rank_team& team) {
    if (team.size() > 1) { return; }
    scripted_unit::play({});
    std::uint64_t counter = 0;
    activity_runner<step_up, mechanisms::transactions<scripted_unit, mechanisms::retry_rule::some>>
        runner(team, step_up{&counter}, {.coarsen = 0});
    const std::vector<std::uint32_t> batch(4000, 1);
    runner.run(team.worker_at(0), batch);
    const std::uint64_t large = runner.counts().activities;
    scripted_unit::play(std::vector<attempt_state>(40, attempt_state::overflow));
    runner.run(team.worker_at(0), batch);
    EXPECT_EQ(counter, 8000U);
    EXPECT_GT(runner.counts().activities - large, large / 2);  // smaller ones are more
    EXPECT_GT(runner.counts().overflows, 3U);
  });
}

TEST(rtm_unit_alone, says_whether_there_is_one) {
  if (!can_be_tested<mechanisms::hardware_transactions>()) {
    GTEST_SKIP() << "no transactions here";
  }
  on_teams(worker_teams(), [&](rank_team& team) {
    if (team.size() > 1) { return; }
    std::uint64_t counter = 0;
    activity_runner<step_up, mechanisms::hardware_transactions> runner(team, step_up{&counter});
    team.on_workers([&](worker& self) {
      for (int i = 0; i < 10000; ++i) { runner.run(self, std::uint32_t{1}); }
    });
    EXPECT_EQ(counter, 10000U * static_cast<std::uint64_t>(team.num_workers()));
  });
}

}  // namespace orujo::test
