// Tasks spread over many workers: each runs once, and nobody sends to all.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/spread.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"
#include "tasks/process_sum.hpp"

namespace orujo::test {

namespace {

std::uint32_t this_home() {
  const task_board& board = this_scheduler().board();
  return index_of(board.peer_on(board.team().rank()));
}

/// Adds a bit for the calling worker: any worker that is missing or comes twice changes the sum.
void note_home() { sum_of_process() += std::uint64_t{1} << this_home(); }

/// What the workers first … last-1 note.
std::uint64_t bits_of(home_range homes) {
  std::uint64_t bits = 0;
  for (std::uint32_t home = homes.first; home < homes.last; ++home) {
    bits += std::uint64_t{1} << home;
  }
  return bits;
}

/// Runs `body()` as a task at worker `home`, which takes its closure from there.
template <typename Body>
void run_at(rank_team& team, std::uint32_t home, const Body& body) {
  run_global(team, [&] { finish([&] { spawn_at(home_id{home}, body); }); });
}

std::uint64_t most_closures_of_a_worker(rank_team& team) {
  std::uint64_t most = 0;
  for (int w = 0; w < team.num_workers(); ++w) {
    most = std::max(most, team.worker_at(w).metrics.value(metric::closures_posted));
  }
  return most;
}

std::uint32_t homes_of(const rank_team& team) {
  return static_cast<std::uint32_t>(team.size() * team.num_workers());
}

}  // namespace

TEST(spawn_over, runs_the_body_once_at_each_worker_of_any_range_from_any_worker) {
  on_teams(all_teams(1), [](rank_team& team) {
    const std::uint32_t homes = homes_of(team);
    for (const std::uint32_t from : {0U, homes - 1}) {
      for (const home_range range :
           {home_range{0, homes}, {homes / 3, homes - homes / 4}, {0, homes / 2}}) {
        run_at(team, from, [range] {
          finish([&] { spawn_over(range, [] { note_home(); }); });
          spawn_over(range, [] { note_home(); });  // the enclosing finish waits
        });
        EXPECT_EQ(take_sum(team), 2 * bits_of(range))
            << range.first << " to " << range.last << " from " << from;
      }
    }
  });
}

TEST(spawn_over, runs_the_body_once_at_each_rank) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_at(team, homes_of(team) - 1, [] {
      on_all_ranks(
          [] { sum_of_process() += std::uint64_t{1} << index_of(this_worker().team().rank()); });
    });
    EXPECT_EQ(take_sum(team), (std::uint64_t{1} << team.size()) - 1);
  });
}

TEST(spawn_over, carries_large_bodies_to_workers_that_yield_and_spawn) {
  struct large_body {
    std::array<std::uint64_t, 28> words;
    void operator()() const {
      yield();
      spawn([sum = words[0] + words[27]] { sum_of_process() += sum; });
    }
  };
  static_assert(spreading_body<large_body>);
  static_assert(!spreading_body<std::array<large_body, 2>>);
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [] {
      large_body body{};
      body.words[0] = 1;
      body.words[27] = 10;
      on_all_workers(body);
    });
    EXPECT_EQ(take_sum(team), 11 * homes_of(team));
  });
}

TEST(spawn_over, throws_what_the_body_threw_at_one_worker) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [] {
      const auto body = [last = this_scheduler().board().num_homes() - 1] {
        require(this_home() != last, "not at the last worker");
        note_home();
      };
      EXPECT_THROW(on_all_workers(body), task_error);
    });
    EXPECT_EQ(take_sum(team), bits_of({0, homes_of(team) - 1}));
  });
}

TEST(spawn_over, has_no_worker_send_more_than_a_few_closures) {
  if (under_mpirun()) { GTEST_SKIP() << "needs 64 workers"; }
  std::vector<launch_options> teams = {team_of(8, 1), team_of(3, 2)};
  if (!is_sanitized) { teams = {team_of(64, 1), team_of(64, 1, "sim"), team_of(16, 4)}; }
  on_teams(teams, [](rank_team& team) {
    for (const std::uint32_t from : {0U, homes_of(team) - 3}) {
      const std::uint64_t before = most_closures_of_a_worker(team);
      run_at(team, from, [] { on_all_workers([] { note_home(); }); });
      EXPECT_EQ(take_sum(team), bits_of({0, homes_of(team)}));
      // log2(64) halves and one message each for the outer and the inner finish.
      EXPECT_LE(most_closures_of_a_worker(team) - before, 6U + 2U);
      barrier(team);
    }
  });
}

TEST(forall, has_no_worker_send_more_than_a_few_closures) {
  if (under_mpirun()) { GTEST_SKIP() << "needs 64 workers"; }
  on_teams({team_of(is_sanitized ? 8 : 64, 1)}, [](rank_team& team) {
    run_global(team, [] { forall(5, 5 + 1000, [](std::uint64_t i) { sum_of_process() += i; }); });
    EXPECT_EQ(take_sum(team), 1000 * 1009 / 2);
    EXPECT_LE(most_closures_of_a_worker(team), 6U + 1U);
  });
}

TEST(forall, sends_nothing_to_workers_without_iterations) {
  if (under_mpirun()) { GTEST_SKIP() << "needs 8 ranks"; }
  on_teams({team_of(8, 1)}, [](rank_team& team) {
    run_global(team, [] { forall(0, 3, [](std::uint64_t) { note_home(); }); });
    EXPECT_EQ(take_sum(team), 7U);
    const std::uint64_t received = team.metrics()[metric::tasks_run];
    EXPECT_EQ(received > 0, index_of(team.rank()) < 3);
  });
}

}  // namespace orujo::test
