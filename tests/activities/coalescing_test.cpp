// How many operators travel in one message: as many activities as was asked for.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <numeric>
#include <vector>

#include "activities/every_mechanism.hpp"
#include "orujo/activities/activity_channel.hpp"
#include "orujo/base/metrics.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo::test {

namespace {

constexpr std::uint32_t coalesced_words = 32;  // of each rank
constexpr std::uint32_t coalesced_operators = 240;

struct add_seven {
  using element = std::uint64_t;
  using arguments = std::uint32_t;

  element* words;

  [[nodiscard]] element& place(arguments at) const { return words[at % coalesced_words]; }
  [[nodiscard]] static element amount(arguments /*at*/) { return 7; }
  [[nodiscard]] static std::size_t home(arguments at, std::size_t workers) {
    return at % coalesced_words % workers;
  }
};

/// What the first rank sent, and what of it the last one ran.
struct coalesced_traffic {
  std::uint64_t full_buffers = 0;
  std::uint64_t idle_buffers = 0;
  std::uint64_t activities = 0;
};

/// The worker of a rank spawns `operators` on another one.
coalesced_traffic spawned_on_other_rank(activity_channel_options options, std::uint32_t operators) {
  coalesced_traffic seen;
  on_teams({team_of(2, 1)}, [&](rank_team& team) {
    std::vector<std::uint64_t> words(coalesced_words, 0);
    activity_channel<add_seven, mechanisms::striped_locks> adding(team, {words.data()}, options);
    const auto metrics_before = team.metrics();
    run_epoch(team, [&](worker& self) {
      if (team.rank() != rank_id{0}) { return; }
      for (std::uint32_t i = 0; i < operators; ++i) { adding.spawn(self, rank_id{1}, i); }
    });
    if (team.rank() == rank_id{0}) {
      const auto grown = [&](metric which) {
        return team.metrics()[which] - metrics_before[which];
      };
      seen.full_buffers = grown(metric::flushes_full);
      seen.idle_buffers = grown(metric::flushes_idle);
    }
    const std::uint64_t activities = all_sum(team, adding.counts().activities);
    if (team.rank() == rank_id{0}) { seen.activities = activities; }
    const std::uint64_t all = std::accumulate(words.begin(), words.end(), std::uint64_t{0});
    EXPECT_EQ(all_sum(team, all), 7U * operators);
  });
  return seen;
}

template <typename Mechanism>
void expect_coalesced_sums(rank_team& team, const activity_channel_options& options) {
  std::vector<std::uint64_t> words(coalesced_words, 0);
  activity_channel<add_seven, Mechanism> adding(team, {words.data()}, options);
  run_epoch(team, [&](worker& self) {
    for (std::uint32_t i = 0; i < coalesced_operators; ++i) {
      adding.spawn(self, rank_id{static_cast<int>(i) % team.size()}, i);
    }
  });
  const std::uint64_t all = std::accumulate(words.begin(), words.end(), std::uint64_t{0});
  const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
  EXPECT_EQ(all_sum(team, all), 7U * coalesced_operators * workers);
}

}  // namespace

TEST(coalescing, fills_messages_with_as_many_activities_as_was_asked_for) {
  if (under_mpirun()) { GTEST_SKIP() << "counts the buffers of two ranks"; }
  for (const std::size_t coarsen : {1U, 4U, 8U}) {
    for (const std::size_t coalesce : {1U, 2U, 5U}) {
      const auto seen =
          spawned_on_other_rank({.coarsen = coarsen, .coalesce = coalesce}, coalesced_operators);
      EXPECT_EQ(seen.full_buffers, coalesced_operators / (coarsen * coalesce));
      EXPECT_EQ(seen.activities, coalesced_operators / coarsen);
    }
  }
}

TEST(coalescing, sends_what_is_left_when_the_worker_is_idle) {
  if (under_mpirun()) { GTEST_SKIP() << "counts the buffers of two ranks"; }
  const auto seen = spawned_on_other_rank({.coarsen = 4, .coalesce = 2}, 21);
  EXPECT_EQ(seen.full_buffers, 2U);
  EXPECT_EQ(seen.idle_buffers, 1U);
  EXPECT_EQ(seen.activities, 6U);  // of 8, 8 and 5 operators
}

TEST(coalescing, is_left_to_the_channel_where_nothing_is_said) {
  if (under_mpirun()) { GTEST_SKIP() << "counts the buffers of two ranks"; }
  const auto seen = spawned_on_other_rank({.coarsen = 4}, coalesced_operators);
  EXPECT_EQ(seen.full_buffers, 0U);
}

TEST(coalescing, loses_no_operator_on_any_team_by_any_way) {
  std::vector<launch_options> teams = few_teams();
  if (!under_mpirun()) { teams.push_back(with(team_of(8, 1), "routing", "rook")); }
  on_teams(teams, [](rank_team& team) {
    for (const std::size_t coalesce : {1U, 3U, 1000000U}) {
      for (const std::size_t coarsen : {0U, 2U}) {
        const activity_channel_options options{.coarsen = coarsen, .coalesce = coalesce};
        expect_coalesced_sums<mechanisms::atomic_words>(team, options);
        expect_coalesced_sums<mechanisms::striped_locks>(team, options);
        expect_coalesced_sums<mechanisms::home>(team, options);
      }
    }
  });
}

}  // namespace orujo::test
