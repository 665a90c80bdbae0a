// Trials of isolation: every mechanism that serves runs all operators, in activities as asked for.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/choice/isolation_trials.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr std::array<std::size_t, 3> sizes = {1, 3, 16};

bool is_served(mechanism_kind kind, const isolation_trial& trial) {
  const auto kinds = isolation_trials::served(trial);
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// All operators of `trial`, the last time in activities of 16.
void expect_all(const isolation_cost& cost, const isolation_trial& trial) {
  const auto workers = static_cast<std::uint64_t>(trial.workers);
  const bool is_fine = cost.mechanism == mechanism_kind::atomic;
  EXPECT_EQ(cost.counts.operators, trial.operators * workers) << name_of(cost.mechanism);
  if (cost.mechanism == mechanism_kind::home) {
    EXPECT_GE(cost.counts.activities, 32U);  // as parcels come
  } else {
    EXPECT_EQ(cost.counts.activities, (is_fine ? trial.operators : 32) * workers);
  }
  ASSERT_EQ(cost.points.size(), sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(cost.points[i].operators, static_cast<double>(sizes[i]));
    EXPECT_GT(cost.points[i].nanoseconds, 0);
  }
}

}  // namespace

TEST(isolation_trials, are_of_mechanisms_that_serve) {
  const isolation_trial one{.work = trial_work::marking};
  EXPECT_TRUE(is_served(mechanism_kind::atomic, one));
  EXPECT_TRUE(is_served(mechanism_kind::serial, one));
  EXPECT_TRUE(is_served(mechanism_kind::home, one));
  const isolation_trial several{.work = trial_work::several, .workers = 2};
  EXPECT_FALSE(is_served(mechanism_kind::atomic, several));
  EXPECT_FALSE(is_served(mechanism_kind::home, several));
  EXPECT_FALSE(is_served(mechanism_kind::serial, several));
  EXPECT_TRUE(is_served(mechanism_kind::lock, several));
  EXPECT_EQ(is_served(mechanism_kind::htm, several), is_served(mechanism_kind::elide, several));
}

TEST(isolation_trials, run_all_operators) {
  on_teams({team_of(1, 1), team_of(1, 3)}, [](rank_team& team) {
    isolation_trials trials(team, 4096);
    for (const auto work : {trial_work::marking, trial_work::accumulating, trial_work::several}) {
      const isolation_trial trial{
          .work = work, .workers = std::min(2, team.num_workers()), .operators = 500, .rounds = 2};
      for (const mechanism_kind kind : isolation_trials::served(trial)) {
        expect_all(trials.measure(kind, trial, sizes), trial);
      }
    }
  });
}

// Each element is marked ten times by each worker: one of these succeeds, in every round anew.
TEST(isolation_trials, mark_each_element_once) {
  on_teams({team_of(1, 1), team_of(1, 2)}, [](rank_team& team) {
    isolation_trials trials(team, 4096);
    const isolation_trial trial{.work = trial_work::marking,
                                .in_a_row = 10,
                                .workers = team.num_workers(),
                                .operators = 500,
                                .rounds = 2};
    const auto all = 500 * static_cast<std::uint64_t>(team.num_workers());
    for (const mechanism_kind kind : isolation_trials::served(trial)) {
      EXPECT_EQ(trials.measure(kind, trial, sizes).counts.failed, all - 50) << name_of(kind);
    }
  });
}

TEST(isolation_trials, refuse_more_workers_than_there_are) {
  on_teams({team_of(1, 2)}, [](rank_team& team) {
    isolation_trials trials(team, 64);
    EXPECT_THROW(static_cast<void>(trials.measure(mechanism_kind::lock, {.workers = 3}, sizes)),
                 usage_error);
    EXPECT_THROW(isolation_trials(team, 0), usage_error);
  });
}

}  // namespace orujo::test
