// Tasks that may run anywhere: ranks without work get them, once, and the run still ends.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/rank_stealing.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <string>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/forall.hpp"
#include "support/teams.hpp"
#include "tasks/process_sum.hpp"

namespace orujo::test {

namespace {

/// Many seeds: who asks whom, and when, depends on the order of messages.
constexpr int seeds = 4;

int own_rank() { return index_of(this_worker().team().rank()); }

/// Teams with several ranks.
std::vector<launch_options> teams_of_ranks() {
  std::vector<launch_options> teams = all_teams(seeds);
  std::erase_if(teams, [](const launch_options& team) { return team.ranks == 1; });
  return teams;
}

std::uint64_t everywhere(rank_team& team, metric which) {
  return all_sum(team, team.metrics()[which]);
}

/// An unbalanced tree of tasks; its vertices count themselves.
struct branch {
  std::uint64_t seed;
  int depth;

  void operator()() const {
    ++sum_of_process();
    const std::uint64_t children = depth == 0 ? 0 : mix64(seed) % 5;
    for (std::uint64_t child = 0; child < children; ++child) {
      spawn_anywhere(branch{seed * 5 + child + 1, depth - 1});
      if (seed % 3 == 0) { yield(); }
    }
  }

  [[nodiscard]] std::uint64_t size() const {
    const std::uint64_t children = depth == 0 ? 0 : mix64(seed) % 5;
    std::uint64_t sum = 1;
    for (std::uint64_t child = 0; child < children; ++child) {
      sum += branch{seed * 5 + child + 1, depth - 1}.size();
    }
    return sum;
  }
};

/// Where tasks of other ranks report to. It outlives the run, which ends after the last report; a
/// `finish` does not wait for posted closures.
struct reports {
  int from_others = 0;
};

/// A task that tells rank 0, `home`, if it runs elsewhere.
struct reporter {
  home_id home;
  reports* to;

  void operator()() const {
    if (own_rank() == 0) { return; }
    post(home, [to = to] { ++to->from_others; });
  }
};

/// Spawns `task`s and keeps the worker busy until others have told that they ran some.
template <typename Task>
void spawn_until_taken(const Task& work, const reports& seen) {
  while (seen.from_others == 0) {
    if (more_tasks_wanted()) {
      for (int i = 0; i < 8; ++i) { spawn_anywhere(work); }
    }
    poll();
  }
}

}  // namespace

TEST(rank_stealing, runs_every_task_of_a_tree_once) {
  const branch root{.seed = 12, .depth = 9};
  const std::uint64_t size = root.size();
  ASSERT_GT(size, 200U);
  on_teams(all_teams(seeds), [&](rank_team& team) {
    run_global(team, [&] {
      for (int round = 0; round < 3; ++round) { finish(root); }
    });
    EXPECT_EQ(take_sum(team), 3 * size);
  });
}

TEST(rank_stealing, ends_after_all_tasks_where_most_parcels_are_refused_at_first) {
  // A worker without work sends news, has to wait for room, and meanwhile gets tasks.
  const branch root{.seed = 12, .depth = 4};
  const std::uint64_t size = root.size();
  constexpr int rounds = 30;
  for (int seed = 1; seed <= (is_sanitized ? 1 : 4); ++seed) {
    const std::string model = "sim:latency=0us,jitter=1us,fail=0.9,seed=" + std::to_string(seed);
    on_teams({team_of(2, 1, model), team_of(3, 1, model), team_of(3, 2, model)},
             [&](rank_team& team) {
               for (int round = 0; round < rounds; ++round) {
                 run_global(team, [&] { finish(root); });
               }
               EXPECT_EQ(take_sum(team), rounds * size);
             });
  }
}

TEST(rank_stealing, brings_tasks_to_ranks_that_have_none) {
  on_teams(teams_of_ranks(), [](rank_team& team) {
    if (team.size() == 1) { return; }
    reports seen;
    run_global(team, [&seen] {
      const home_id home = this_scheduler().board().peer_on(rank_id{0});
      finish([&] { spawn_until_taken(reporter{home, &seen}, seen); });
      EXPECT_GT(seen.from_others, 0);
    });
    EXPECT_GT(everywhere(team, metric::tasks_stolen_from_ranks), 0U);
    EXPECT_GT(everywhere(team, metric::rank_steals_won), 0U);
    EXPECT_EQ(everywhere(team, metric::tasks_run),
              everywhere(team, metric::tasks_spawned) -
                  everywhere(team, metric::tasks_stolen_from_ranks));
  });
}

TEST(rank_stealing, carries_large_closures) {
  on_teams(teams_of_ranks(), [](rank_team& team) {
    if (team.size() == 1) { return; }
    reports seen;
    run_global(team, [&seen] {
      const home_id home = this_scheduler().board().peer_on(rank_id{0});
      std::array<std::uint64_t, 25> numbers{};
      std::iota(numbers.begin(), numbers.end(), 1);
      const auto task = [home, to = &seen, numbers] {
        const std::uint64_t sum = std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
        if (sum == 325) { reporter{home, to}(); }
      };
      finish([&] { spawn_until_taken(task, seen); });
      EXPECT_GT(seen.from_others, 0);
    });
  });
}

TEST(rank_stealing, lets_the_finish_throw_what_a_stolen_task_threw_and_name_the_rank) {
  on_teams(teams_of_ranks(), [](rank_team& team) {
    if (team.size() == 1) { return; }
    reports seen;
    run_global(team, [&seen] {
      const home_id home = this_scheduler().board().peer_on(rank_id{0});
      const auto task = [home, to = &seen] {
        reporter{home, to}();
        require(own_rank() == 0, "not here");
      };
      std::string text;
      try {
        finish([&] { spawn_until_taken(task, seen); });
      } catch (const task_error& problem) { text = problem.what(); }
      EXPECT_EQ(text.find("rank "), 0U);
      EXPECT_NE(text.find("rank 0"), 0U);
      EXPECT_NE(text.find(": not here"), std::string::npos);
    });
  });
}

TEST(rank_stealing, leaves_bound_tasks_where_they_are) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [] {
      forall(0, 200, [](std::uint64_t) {
        const auto here = this_scheduler().board().peer_on(this_worker().team().rank());
        spawn([here] {
          sum_of_process() += this_scheduler().board().peer_on(rank_id{own_rank()}) == here;
        });
        spawn_anywhere([] { yield(); });
      });
    });
    EXPECT_EQ(take_sum(team), 200U);
  });
}

TEST(rank_stealing, sends_nothing_while_no_task_may_run_anywhere) {
  on_teams(teams_of_ranks(), [](rank_team& team) {
    run_global(team,
               [] { forall(0, 500, [](std::uint64_t) { spawn_stealable([] { yield(); }); }); });
    EXPECT_EQ(team.metrics()[metric::rank_steals_tried], 0U);
    EXPECT_EQ(team.metrics()[metric::tasks_stolen_from_ranks], 0U);
  });
}

TEST(rank_stealing, stops_asking_when_nobody_has_anything) {
  on_teams(teams_of_ranks(), [](rank_team& team) {
    run_global(team, [] { spawn_anywhere([] { yield(); }); });
    // One rank had a task, or passed it on: each of them asks its lifelines and two others, once.
    EXPECT_LE(everywhere(team, metric::rank_steals_tried), 2U * 5U);
  });
}

TEST(rank_stealing, still_sees_a_deadlock) {
  on_teams(teams_of_ranks(), [](rank_team& team) {
    const auto wait_for_ever = [] {
      for (int i = 0; i < 20; ++i) {
        spawn_anywhere([] {
          suspension never;
          never.wait("nothing");
        });
      }
    };
    EXPECT_THROW(run_global(team, wait_for_ever), deadlock_error);
  });
}

TEST(rank_stealing, is_switched_off_by_a_setting) {
  if (under_mpirun()) { GTEST_SKIP() << "one process is enough"; }
  const auto off = with(team_of(3, 2), "steal_from_ranks", "false");
  on_teams({off, with(off, "steal_from_workers", "false")}, [](rank_team& team) {
    const std::uint64_t size = branch{.seed = 12, .depth = 6}.size();
    run_global(team, [] { branch{.seed = 12, .depth = 6}(); });
    EXPECT_EQ(take_sum(team), size);
    EXPECT_EQ(team.metrics()[metric::tasks_stolen_from_ranks], 0U);
    if (!team.values().flag(setting::steal_from_workers)) {
      EXPECT_EQ(team.metrics()[metric::tasks_stolen], 0U);
    }
  });
}

TEST(rank_stealing, takes_no_more_tasks_at_a_time_than_the_setting_says) {
  if (under_mpirun()) { GTEST_SKIP() << "one process is enough"; }
  on_teams({with(team_of(2, 1), "steal_most", "1")}, [](rank_team& team) {
    reports seen;
    run_global(team, [&seen] {
      const home_id home = this_scheduler().board().peer_on(rank_id{0});
      finish([&] { spawn_until_taken(reporter{home, &seen}, seen); });
    });
    EXPECT_EQ(team.metrics()[metric::tasks_stolen_from_ranks],
              team.metrics()[metric::rank_steals_won]);
  });
}

TEST(rank_stealing, takes_parts_of_loops) {
  on_teams(all_teams(seeds), [](rank_team& team) {
    run_global(team, [] {
      const auto body = [](std::uint64_t i) {
        sum_of_process() += i;
        if (i % 5 == 0) { yield(); }
      };
      forall(0, 1000, body, {.tasks = loop_tasks::anywhere, .threshold = 3});
      forall_here(0, 1000, body, {.tasks = loop_tasks::anywhere, .threshold = 1});
    });
    EXPECT_EQ(take_sum(team), 2U * 499'500U);
  });
}

TEST(poll, handles_messages_while_a_task_runs_on) {
  on_teams(teams_of_ranks(), [](rank_team& team) {
    run_global(team, [] {
      const task_board& board = this_scheduler().board();
      const home_id here = board.peer_on(rank_id{0});
      const home_id far = board.peer_on(rank_id{board.team().size() - 1});
      bool answered = false;
      post(far, [here, to = &answered] { post(here, [to] { *to = true; }); });
      while (!answered) { poll(); }
    });
  });
}

}  // namespace orujo::test
