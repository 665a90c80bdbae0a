// Handlers of outcomes that spawn: chains and trees of operators, of which none may get lost.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "activities/every_mechanism.hpp"
#include "orujo/activities/activity_channel.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo::test {

namespace {

constexpr std::uint32_t handler_places = 16;  // of each rank

/// Where a step of a chain or a tree is, and how many are to follow it.
struct chain_step {
  std::uint32_t at;
  std::uint32_t left;
};

/// Counts its steps at a place, and returns how many came before.
struct count_step {
  using arguments = chain_step;
  using element = std::uint64_t;
  static constexpr fetch_rule rule = fetch_rule::add;

  element* counts;

  [[nodiscard]] element& place(const arguments& step) const { return counts[step.at]; }
  [[nodiscard]] static element operand(const arguments& /*step*/) { return 1; }
  static element outcome(element before, const arguments& /*step*/) { return before; }
  [[nodiscard]] static std::size_t home(const arguments& step, std::size_t workers) {
    return step.at % workers;
  }
};

/// Fails wherever it comes, as all places are taken.
struct take_place {
  using arguments = chain_step;
  using element = std::uint64_t;

  element* taken;

  [[nodiscard]] element& place(const arguments& step) const { return taken[step.at]; }
  static operator_verdict act(element& mark, const arguments& /*step*/) {
    if (mark != 0) { return operator_verdict::failed; }
    mark = 1;
    return operator_verdict::done;
  }
  [[nodiscard]] static std::size_t home(const arguments& step, std::size_t workers) {
    return step.at % workers;
  }
};

/// The rank behind this one; of a single rank it is the same.
[[nodiscard]] rank_id next_rank(const rank_team& team) {
  return rank_id{(index_of(team.rank()) + 1) % team.size()};
}

/// How many workers of the team begin a chain or a tree.
[[nodiscard]] std::uint64_t num_roots(const rank_team& team) {
  return static_cast<std::uint64_t>(team.size() * team.num_workers());
}

/// What a handler calls to spawn through the channel that it belongs to.
using spawning = std::function<void(worker&, const chain_step&)>;

/// Each value that returns lets the next step of a chain run, here or on the next rank.
template <typename Mechanism>
void expect_chains(rank_team& team) {
  constexpr std::uint32_t steps = 10;
  std::vector<std::uint64_t> counts(handler_places, 0);
  std::atomic<std::uint64_t> told = 0;
  spawning spawn;
  const auto returned = [&](worker& self, const chain_step& step, std::uint64_t /*before*/) {
    told.fetch_add(1);
    if (step.left > 1) { spawn(self, {(step.at + 5) % handler_places, step.left - 1}); }
  };
  activity_channel<count_step, Mechanism, no_outcome, decltype(returned)> counting(
      team, count_step{counts.data()}, {.coarsen = 4}, {{}, returned});
  spawn = [&](worker& self, const chain_step& step) {
    counting.spawn(self, step.left % 3 == 0 ? team.rank() : next_rank(team), step);
  };
  run_epoch(team, [&](worker& self) {
    spawn(self, {static_cast<std::uint32_t>(self.index()), steps});
  });
  EXPECT_EQ(all_sum(team, told.load()), steps * num_roots(team));
  EXPECT_EQ(all_sum(team, counting.counts().operators), steps * num_roots(team));
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  EXPECT_EQ(all_sum(team, all), steps * num_roots(team));
}

/// Each failure lets two more operators fail, one here and one on the next rank.
template <typename Mechanism>
void expect_trees(rank_team& team) {
  constexpr std::uint32_t depth = 8;
  constexpr std::uint64_t operators = (1U << depth) - 1;
  std::vector<std::uint64_t> taken(handler_places, 1);
  std::atomic<std::uint64_t> told = 0;
  spawning spawn;
  const auto failed = [&](worker& self, const chain_step& step) {
    told.fetch_add(1);
    if (step.left > 1) { spawn(self, step); }
  };
  activity_channel<take_place, Mechanism, decltype(failed)> taking(team, take_place{taken.data()},
                                                                   {.coarsen = 0}, {failed, {}});
  spawn = [&](worker& self, const chain_step& step) {
    taking.spawn(self, team.rank(), {(step.at + 1) % handler_places, step.left - 1});
    taking.spawn(self, next_rank(team), {(step.at + 7) % handler_places, step.left - 1});
  };
  run_epoch(team, [&](worker& self) {
    taking.spawn(self, next_rank(team), {static_cast<std::uint32_t>(self.index()), depth});
  });
  EXPECT_EQ(all_sum(team, told.load()), operators * num_roots(team));
  EXPECT_EQ(all_sum(team, taking.counts().failed), operators * num_roots(team));
}

/// Ranks and workers of 1, 2 and 3, on `local` and on `sim`. Under mpirun: its ranks.
std::vector<launch_options> handler_teams() {
  if (under_mpirun()) { return few_teams(); }
  std::vector<launch_options> teams;
  for (const int ranks : {1, 2, 3}) {
    for (const int workers : {1, 2}) {
      teams.push_back(team_of(ranks, workers));
      teams.push_back(team_of(ranks, workers, sim_model_of(ranks + 3 * workers)));
    }
  }
  return teams;
}

}  // namespace

TEST(spawned_from_handlers, runs_every_step_of_chains_that_values_go_on_with) {
  on_teams(handler_teams(), [](rank_team& team) {
    expect_chains<mechanisms::atomic_words>(team);
    expect_chains<mechanisms::striped_locks>(team);
    expect_chains<mechanisms::flat_combining>(team);
    expect_chains<mechanisms::tl2>(team);
    expect_chains<mechanisms::home>(team);
    if (team.num_workers() == 1) { expect_chains<mechanisms::serial>(team); }
  });
}

TEST(spawned_from_handlers, runs_every_operator_of_trees_that_failures_go_on_with) {
  on_teams(handler_teams(), [](rank_team& team) {
    expect_trees<mechanisms::atomic_words>(team);
    expect_trees<mechanisms::global_lock>(team);
    expect_trees<mechanisms::norec>(team);
    expect_trees<serial_fallback>(team);
    expect_trees<mechanisms::home>(team);
  });
}

}  // namespace orujo::test
