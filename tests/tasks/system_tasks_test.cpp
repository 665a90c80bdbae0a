// System tasks run at their deadlines, before other tasks, and wake a worker that sleeps.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/system_tasks.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"
#include "tasks/process_sum.hpp"

namespace orujo::test {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using time_of_run = system_tasks::clock::time_point;

time_of_run at_us(int us) { return time_of_run(microseconds(us)); }

time_of_run time_now() { return this_worker().team().transport().now(); }

/// Where time is modelled and computing takes none.
std::vector<launch_options> modelled_teams() {
  std::vector<launch_options> teams;
  if (under_mpirun()) { return teams; }
  for (const int ranks : {1, 2, 3, 8}) {
    teams.push_back(team_of(ranks, 1, "virtual:hdr,compute=free"));
  }
  return teams;
}

std::vector<launch_options> teams_of_all_clocks() {
  std::vector<launch_options> teams = all_teams(2);
  for (const launch_options& one : modelled_teams()) { teams.push_back(one); }
  return teams;
}

}  // namespace

TEST(system_tasks, run_by_deadline_and_by_arrival_where_deadlines_are_equal) {
  system_tasks tasks;
  std::string order;
  EXPECT_EQ(tasks.next(), time_of_run::max());
  tasks.add(at_us(30), [&] { order += 'd'; });
  tasks.add(at_us(10), [&] { order += 'a'; });
  tasks.add(at_us(20), [&] { order += 'b'; });
  tasks.add(at_us(20), [&] { order += 'c'; });
  EXPECT_EQ(tasks.next(), at_us(10));
  EXPECT_EQ(tasks.run_due(at_us(9)).once, 0U);
  EXPECT_EQ(tasks.run_due(at_us(20)).once, 3U);
  EXPECT_EQ(order, "abc");
  EXPECT_EQ(tasks.next(), at_us(30));
  EXPECT_EQ(tasks.run_due(at_us(1000)).once, 1U);
  EXPECT_EQ(order, "abcd");
}

TEST(system_tasks, queued_by_system_tasks_wait_for_the_next_look) {
  system_tasks tasks;
  int runs = 0;
  system_task again = [&] {
    ++runs;
    tasks.add(at_us(0), again);
  };
  tasks.add(at_us(5), again);
  for (int look = 1; look <= 3; ++look) {
    EXPECT_EQ(tasks.run_due(at_us(10)).once, 1U);
    EXPECT_EQ(runs, look);
  }
}

TEST(system_tasks, leave_out_deadlines_of_a_period_that_have_passed) {
  system_tasks tasks;
  int runs = 0;
  tasks.add_periodic(at_us(10), microseconds(10), [&] { ++runs; });
  EXPECT_EQ(tasks.run_due(at_us(10)).periodic, 1U);
  EXPECT_EQ(tasks.next(), at_us(20));
  EXPECT_EQ(tasks.run_due(at_us(59)).periodic, 1U);
  EXPECT_EQ(tasks.next(), at_us(60));
  EXPECT_EQ(runs, 2);
}

TEST(system_tasks, hold_the_run_open_and_run_after_their_deadlines) {
  on_teams(teams_of_all_clocks(), [](rank_team& team) {
    run_global(team, [] {
      on_all_workers([] {
        const time_of_run deadline = time_now() + microseconds(300);
        schedule_at(deadline, [deadline] {
          EXPECT_GE(time_now(), deadline);
          ++sum_of_process();
        });
      });
    });
    EXPECT_EQ(take_sum(team), static_cast<std::uint64_t>(team.size() * team.num_workers()));
  });
}

TEST(system_tasks, with_a_period_run_again_and_end_with_the_run) {
  on_teams(teams_of_all_clocks(), [](rank_team& team) {
    std::atomic<int> runs{0};
    run_global(team, [&] {
      schedule_every(microseconds(50), [&] { ++runs; });
      for (int i = 1; i <= 3; ++i) {
        sleep_for(microseconds(200));
        EXPECT_GE(runs.load(), i);  // an earlier deadline is kept first
      }
    });
    const bool first = index_of(team.rank()) == 0;
    EXPECT_EQ(runs.load() > 0, first);
    EXPECT_EQ(team.metrics()[metric::system_tasks_run] > 0, first);
  });
}

TEST(system_tasks, run_before_tasks_that_wait) {
  on_teams({with(team_of(1, 1), "duty_switches", "1")}, [](rank_team& team) {
    std::string order;
    run_global(team, [&] {
      for (const char name : {'b', 'c'}) {
        spawn([&order, name] { order += name; });
      }
      schedule_at(time_of_run::min(), [&] { order += 'a'; });
    });
    EXPECT_EQ(order, "abc");
  });
}

TEST(system_tasks, may_come_late_from_a_source_that_found_nothing) {
  on_teams({team_of(1, 1), team_of(1, 2)}, [](rank_team& team) {
    int runs = 0;
    run_global(team, [&] {
      add_work_source([&runs, is_told = false]() mutable {
        if (!std::exchange(is_told, true)) {
          schedule_at(time_of_run::min(), [&] { ++runs; });
        }
        return false;
      });
    });
    EXPECT_EQ(runs, 1);
  });
}

TEST(system_tasks, may_spawn_send_and_schedule) {
  on_teams(teams_of_all_clocks(), [](rank_team& team) {
    run_global(team, [] {
      on_all_ranks([] {
        schedule_at(time_now() + microseconds(20), [] {
          const rank_team& here = this_worker().team();
          const rank_id next{(index_of(here.rank()) + 1) % here.size()};
          spawn_at(this_scheduler().board().home_at(next, 0), [] { ++sum_of_process(); });
          schedule_at(time_now(), [] { spawn([] { sum_of_process() += 1000; }); });
        });
      });
    });
    EXPECT_EQ(take_sum(team), 1001 * static_cast<std::uint64_t>(team.size()));
  });
}

TEST(system_tasks, wake_a_worker_that_sleeps_when_their_time_has_come) {
  on_teams(modelled_teams(), [](rank_team& team) {
    time_of_run deadline;
    time_of_run woken;
    run_global(team, [&] {
      deadline = time_now() + milliseconds(100);
      sleep_until(deadline);
      woken = time_now();
    });
    EXPECT_GE(woken, deadline);
    EXPECT_LE(woken, deadline + microseconds(50));  // modelled time: the same on any machine
  });
}

TEST(system_tasks, that_throw_end_the_run_on_every_rank) {
  for (const char* transport : {"local", "sim"}) {
    if (under_mpirun()) { continue; }
    const auto program = [](rank_team& team) {
      run_global(team, [&] {
        schedule_every(microseconds(10), [] { throw std::runtime_error("no such service"); });
        sleep_for(milliseconds(1));
      });
    };
    EXPECT_THROW(run_team(team_of(2, 2, transport), program), std::runtime_error);
  }
}

}  // namespace orujo::test
