// Tasks on one team: they all run, once, yield and wake each other; the run ends after the last.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/scheduler.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

bool is_first(rank_team& team) { return index_of(team.rank()) == 0; }

/// Uses about 200 bytes of stack for each level; not a loop to the compiler.
[[gnu::noinline]] int descend(int levels) {
  volatile char block[200];
  block[levels % 200] = static_cast<char>(levels);
  return levels == 0 ? 0 : descend(levels - 1) + block[levels % 200];
}

}  // namespace

TEST(scheduler, runs_main_once_on_rank_0) {
  on_teams(all_teams(), [](rank_team& team) {
    for (int round = 0; round < 3; ++round) {
      std::atomic<int> runs{0};
      run_global(team, [&] { ++runs; });
      EXPECT_EQ(runs.load(), is_first(team) ? 1 : 0);
    }
  });
}

TEST(scheduler, runs_every_task_that_tasks_spawn) {
  on_teams(all_teams(1), [](rank_team& team) {
    std::atomic<int> runs{0};
    run_global(team, [&] {
      for (int i = 0; i < 100; ++i) {
        spawn([&] {
          spawn([&] { ++runs; });
          spawn_stealable([&] { ++runs; });
        });
      }
    });
    EXPECT_EQ(runs.load(), is_first(team) ? 200 : 0);
  });
}

TEST(scheduler, switches_between_tasks_that_yield_in_turn) {
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    std::string order;
    run_global(team, [&] {
      for (const char name : {'a', 'b', 'c'}) {
        spawn([&order, name] {
          for (int i = 0; i < 3; ++i) {
            order += name;
            yield();
          }
        });
      }
    });
    EXPECT_EQ(order.size(), 9U);
    // From when all have started, they take turns.
    EXPECT_EQ(order.substr(order.size() - 5).find("aa"), std::string::npos);
  });
}

TEST(scheduler, lets_a_polling_task_wait_for_one_that_has_not_started) {
  on_teams({team_of(1, 1), team_of(1, 2)}, [](rank_team& team) {
    std::atomic<bool> done{false};
    run_global(team, [&] {
      for (int i = 0; i < 10; ++i) {
        spawn([&] {
          while (!done) { yield(); }
        });
      }
      spawn([&] { done = true; });
    });
    EXPECT_TRUE(done);
  });
}

TEST(scheduler, keeps_exceptions_apart_when_a_catch_block_yields) {
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    std::vector<std::string> caught;
    run_global(team, [&] {
      for (const char* name : {"a", "b", "c"}) {
        spawn([&caught, name] {
          try {
            throw std::runtime_error(name);
          } catch (const std::exception& problem) {
            for (int i = 0; i < 100; ++i) { yield(); }
            try {
              throw;
            } catch (const std::exception& again) { caught.emplace_back(again.what()); }
            EXPECT_EQ(std::string(problem.what()), name);
          }
        });
      }
    });
    EXPECT_EQ(caught.size(), 3U);
  });
}

TEST(scheduler, wakes_fibers_of_other_workers) {
  on_teams({team_of(1, 2), team_of(1, 4), team_of(2, 4)}, [](rank_team& team) {
    std::atomic<int> woken{0};
    run_global(team, [&] {
      std::vector<std::atomic<suspension*>> waiting(200);
      finish([&] {
        for (std::size_t i = 0; i < waiting.size(); ++i) {
          spawn_stealable([&waiting, &woken, i] {
            suspension mine;
            waiting[i] = &mine;
            mine.wait("the test's signal");
            ++woken;
          });
          spawn_stealable([&waiting, i] {
            while (waiting[i] == nullptr) { yield(); }
            waiting[i].load()->signal();
          });
        }
      });
    });
    EXPECT_EQ(woken.load(), is_first(team) ? 200 : 0);
  });
}

TEST(scheduler, asks_work_sources_until_they_have_nothing_left) {
  on_teams(all_teams(0), [](rank_team& team) {
    std::atomic<int> runs{0};
    run_global(team, [&] {
      auto left = std::make_shared<int>(50);
      add_work_source([&runs, left] {
        if (*left == 0) { return false; }
        --*left;
        spawn([&runs] { ++runs; });
        return true;
      });
    });
    EXPECT_EQ(runs.load(), is_first(team) ? 50 : 0);
  });
}

/// Each task waits until two workers have run one; a minute, at most, if none is stolen.
TEST(scheduler, shares_stealable_tasks_among_the_workers_of_a_rank) {
  on_teams({team_of(1, 2), team_of(1, 4)}, [](rank_team& team) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(team.num_workers()));
    const auto shared = [&] {
      return std::ranges::count_if(runs, [](const auto& each) { return each > 0; }) > 1;
    };
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    run_global(team, [&] {
      for (int i = 0; i < 2000; ++i) {
        spawn_stealable([&] {
          ++runs[static_cast<std::size_t>(this_worker().index())];
          while (!shared() && std::chrono::steady_clock::now() < end) { std::this_thread::yield(); }
        });
      }
    });
    int total = 0;
    for (const auto& each : runs) { total += each; }
    EXPECT_EQ(total, 2000);
    EXPECT_GT(team.metrics()[metric::tasks_stolen], 0U);
    EXPECT_LE(team.metrics()[metric::steals_won], team.metrics()[metric::steals_tried]);
  });
}

TEST(scheduler, counts_what_it_does) {
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    run_global(team, [&] {
      for (int i = 0; i < 10; ++i) {
        spawn([] {
          for (int turn = 0; turn < 100; ++turn) { yield(); }
        });
      }
    });
    EXPECT_EQ(team.metrics()[metric::tasks_run], 11U);  // main, too
    EXPECT_EQ(team.metrics()[metric::tasks_spawned], 11U);
    EXPECT_GT(team.metrics()[metric::fiber_switches], 900U);
    EXPECT_GE(team.metrics()[metric::fibers_peak], 5U);
    EXPECT_GE(team.metrics()[metric::tasks_queued_peak], 1U);
  });
}

TEST(scheduler, holds_very_many_suspended_fibers) {
  if (sanitized_stack::checked) { GTEST_SKIP() << "too slow under a sanitizer"; }
  on_teams({with(team_of(1, 1), "stack_bytes", "16K")}, [](rank_team& team) {
    constexpr int fibers = 50'000;
    int woken = 0;
    run_global(team, [&] {
      std::vector<suspension*> all;
      for (int i = 0; i < fibers; ++i) {
        spawn([&] {
          suspension mine;
          all.push_back(&mine);
          if (all.size() == fibers) {
            for (suspension* const each : all) { each->signal(); }
          }
          mine.wait("everybody");
          ++woken;
        });
      }
      while (woken < fibers) { yield(); }
    });
    EXPECT_EQ(woken, fibers);
  });
}

TEST(scheduler_death, of_a_task_that_overflows_names_the_setting) {
  if (sanitized_stack::checked) { GTEST_SKIP() << "the sanitizer handles the signal"; }
  const auto overflow = [] {
    run_team(with(team_of(1, 1), "stack_bytes", "16K"),
             [](rank_team& team) { run_global(team, [] { descend(1000); }); });
  };
  EXPECT_EXIT(overflow(), testing::KilledBySignal(SIGSEGV), "setting stack_bytes");
}

}  // namespace orujo::test
