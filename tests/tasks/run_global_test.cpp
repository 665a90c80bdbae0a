// Runs of tasks: errors and deadlocks end them on every rank; messages of channels belong to them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/run_global.hpp"

#include <atomic>
#include <stdexcept>
#include <string>

#include "orujo/epochs/collectives.hpp"
#include "support/teams.hpp"

namespace orujo::test {

TEST(run_global, ends_on_every_rank_with_what_main_threw) {
  on_teams(all_teams(1), [](rank_team& team) {
    try {
      run_global(team, [] { throw input_error("no such file"); });
      FAIL() << "nothing was thrown";
    } catch (const agreed_error& problem) {
      EXPECT_EQ(std::string(problem.what()), "rank 0: no such file");
      EXPECT_EQ(problem.code(), exit_code::input);
    }
    run_global(team, [] {});  // and the team goes on
  });
}

TEST(run_global, ends_with_a_list_when_all_tasks_wait_for_ever) {
  on_teams(all_teams(1), [](rank_team& team) {
    try {
      run_global(team, [] {
        on_all_workers([] {
          suspension never;
          never.wait("a signal that nobody gives");
        });
      });
      FAIL() << "nothing was thrown";
    } catch (const deadlock_error& problem) {
      const std::string text = problem.what();
      const int tasks = team.size() * team.num_workers() + 1;  // main waits for them
      EXPECT_NE(text.find(std::to_string(tasks) + " tasks wait"), std::string::npos) << text;
      EXPECT_NE(text.find("rank 0, worker 0: a task waits for the tasks of a finish"),
                std::string::npos)
          << text;
      EXPECT_NE(text.find("a signal that nobody gives"), std::string::npos) << text;
    }
    run_global(team, [] {});
  });
}

TEST(run_global, says_of_a_deadlock_what_was_thrown_before) {
  on_teams(all_teams(1), [](rank_team& team) {
    try {
      run_global(team, [&team] {
        const home_id last = this_scheduler().board().home_at(rank_id{team.size() - 1}, 0);
        suspension filled;
        finish([&] {
          spawn([&] { filled.wait("what another task fills"); });
          spawn_at(last, [] { throw input_error("no such vertex"); });
        });
      });
      FAIL() << "nothing was thrown";
    } catch (const agreed_error& problem) {
      const std::string text = problem.what();
      const std::string thrown =
          "rank " + std::to_string(team.size() - 1) + ": no such vertex\ndeadlock: 2 tasks wait";
      EXPECT_EQ(text.substr(0, thrown.size()), thrown);
      EXPECT_NE(text.find("what another task fills"), std::string::npos) << text;
      EXPECT_EQ(problem.code(), exit_code::input);
    }
    run_global(team, [] {});
  });
}

TEST(run_global, is_where_tasks_belong) {
  on_teams({team_of(1, 1), team_of(2, 2)}, [](rank_team& team) {
    const auto expect_refused = [] {
      EXPECT_THROW(spawn([] {}), usage_error);
      EXPECT_THROW(finish([] {}), usage_error);
      EXPECT_THROW(yield(), usage_error);
    };
    expect_refused();
    run_global(team, [] {});
    expect_refused();
  });
}

TEST(run_global, runs_a_closure_on_all_workers) {
  on_teams(all_teams(), [](rank_team& team) {
    const int homes = team.size() * team.num_workers();
    std::vector<int> runs(static_cast<std::size_t>(homes));
    run_global(team, [&] {
      const home_id asker = this_scheduler().board().peer_on(rank_id{0});
      // Each worker says who it is; the answers are counted where the vector lies.
      on_all_workers([asker, where = &runs] {
        const auto self = index_of(this_scheduler().board().peer_on(this_worker().team().rank()));
        post(asker, [where, self] { ++(*where)[self]; });
      });
    });
    if (index_of(team.rank()) == 0) {
      EXPECT_EQ(runs, std::vector<int>(static_cast<std::size_t>(homes), 1));
    }
  });
}

TEST(run_global, ends_after_the_messages_of_channels_that_tasks_use) {
  on_teams(all_teams(), [](rank_team& team) {
    std::atomic<int> heard{0};
    auto notes = make_channel<int>(team, [&](const int& note) { heard += note; });
    const auto* const mine = &notes;
    static_cast<void>(mine);
    run_global(team, [&] {
      for (int i = 0; i < 5000; ++i) { notes.send(this_worker(), rank_id{i % team.size()}, 1); }
    });
    EXPECT_EQ(all_sum(team, heard.load()), 5000);
  });
}

TEST(run_global, sends_from_small_stacks_under_back_pressure) {
  std::vector<launch_options> teams;
  for (const int ranks : {2, 3}) {
    teams.push_back(with(team_of(ranks, 2), "in_flight_bytes", "4096"));
  }
  on_teams(teams, [](rank_team& team) {
    std::atomic<int> heard{0};
    auto notes = make_channel<int>(team, [&](const int& note) { heard += note; });
    run_global(team, [&] {
      finish([&] {
        for (int t = 0; t < 20; ++t) {
          spawn_stealable([&] {
            for (int i = 0; i < 2000; ++i) {
              notes.send(this_worker(), rank_id{i % team.size()}, 1);
            }
          });
        }
      });
    });
    EXPECT_EQ(all_sum(team, heard.load()), 40'000);
  });
}

}  // namespace orujo::test
