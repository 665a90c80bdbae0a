// Loops of tasks: each index once, whatever the shape, the threshold and who may take part.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/forall.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "support/teams.hpp"
#include "tasks/process_sum.hpp"

namespace orujo::test {

namespace {

std::uint64_t sum_below(std::uint64_t n) { return n * (n - 1) / 2; }

}  // namespace

TEST(forall, calls_the_body_once_for_each_index_somewhere_in_the_team) {
  on_teams(all_teams(1), [](rank_team& team) {
    for (const std::uint64_t size : {0U, 1U, 7U, 5000U}) {
      run_global(team, [size] {
        forall(10, 10 + size, [](std::uint64_t i) { sum_of_process() += i - 10 + 1; });
      });
      EXPECT_EQ(take_sum(team), sum_below(size + 1));
    }
  });
}

TEST(forall, lets_iterations_yield_spawn_and_be_stolen) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [] {
      const auto body = [](std::uint64_t i) {
        if (i % 7 == 0) { yield(); }
        spawn_stealable([i] { sum_of_process() += i; });
      };
      forall(0, 1000, body, {.tasks = loop_tasks::stealable, .threshold = 3});
    });
    EXPECT_EQ(take_sum(team), sum_below(1000));
  });
}

TEST(forall_here, begins_bound_iterations_in_order_though_they_wait_together) {
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    std::vector<std::uint64_t> begun;
    std::uint64_t waiting = 0;
    std::uint64_t most_waiting = 0;
    run_global(team, [&] {
      const auto body = [&](std::uint64_t i) {
        begun.push_back(i);
        most_waiting = std::max(most_waiting, ++waiting);
        for (std::uint64_t rounds = i % 5; rounds > 0; --rounds) { yield(); }
        --waiting;
      };
      forall_here(0, 100, body, {.threshold = 10});
    });
    std::vector<std::uint64_t> ascending(100);
    std::iota(ascending.begin(), ascending.end(), std::uint64_t{0});
    EXPECT_EQ(begun, ascending);
    EXPECT_GT(most_waiting, 1U);
    EXPECT_LE(most_waiting, 10U) << "a task for each ten iterations";
  });
}

TEST(forall_here, calls_the_body_once_for_each_index) {
  on_teams({team_of(1, 1), team_of(1, 2), team_of(2, 4)}, [](rank_team& team) {
    for (const loop_tasks tasks : {loop_tasks::bound, loop_tasks::stealable}) {
      for (const std::uint64_t threshold : {0U, 1U, 64U, 100'000U}) {
        std::vector<std::atomic<int>> calls(4000);
        run_global(team, [&] {
          forall_here(0, calls.size(), [&](std::uint64_t i) { ++calls[i]; },
                      {.tasks = tasks, .threshold = threshold});
          for (const auto& each : calls) { ASSERT_EQ(each.load(), 1); }
        });
      }
    }
  });
}

TEST(forall_async, is_joined_by_the_enclosing_finish) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [] {
      finish([] {
        forall_async(0, 100, [](std::uint64_t i) { sum_of_process() += i; });
        forall_here_async(100, 200, [](std::uint64_t i) { sum_of_process() += i; });
      });
    });
    EXPECT_EQ(take_sum(team), sum_below(200));
  });
}

TEST(forall, throws_what_an_iteration_threw) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [] {
      const auto body = [](std::uint64_t i) { require(i != 77, "77 is not allowed"); };
      EXPECT_THROW(forall(0, 100, body), task_error);
    });
  });
}

}  // namespace orujo::test
