// How many fibers a worker makes, and that no program waits for ever because of it.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Each of `teams` with so many fibers for each worker.
std::vector<launch_options> limited(std::vector<launch_options> teams, int fibers) {
  for (launch_options& each : teams) {
    each.values.assign("fibers_per_worker", std::to_string(fibers), setting_source::option);
  }
  return teams;
}

/// Most fibers of one worker in the last run.
std::uint64_t most_fibers(rank_team& team) {
  return all_max(team, team.metrics()[metric::fibers_peak]);
}

std::uint64_t fibers_beyond(rank_team& team) {
  return all_sum(team, team.metrics()[metric::fibers_beyond_limit]);
}

constexpr std::size_t links = 100;

/// Tasks of one worker, each of which waits for the one behind it; the last one waits for nobody.
class chain {
public:
  explicit chain(std::size_t length) : turns_(length, nullptr) {}

  void wait_at(std::size_t link) {
    if (link + 1 < turns_.size()) {
      suspension turn;
      turns_[link] = &turn;
      turn.wait("the next one");
    }
    ++passed_;
    if (link > 0) { turns_[link - 1]->signal(); }
  }
  [[nodiscard]] std::size_t passed() const noexcept { return passed_; }

private:
  std::vector<suspension*> turns_;
  std::size_t passed_ = 0;
};

}  // namespace

TEST(fiber_limit, lets_tasks_start_that_all_others_wait_for) {
  for (const int fibers : {1, 7}) {
    on_teams(limited(fibers == 1 ? all_teams(1) : few_teams(), fibers), [&](rank_team& team) {
      run_global(team, [] {
        on_all_workers([] {
          chain words(links);
          finish([&] {
            for (std::size_t i = 0; i < links; ++i) {
              spawn([&words, i] { words.wait_at(i); });
            }
          });
          EXPECT_EQ(words.passed(), links);
        });
      });
      EXPECT_GT(most_fibers(team), links);
      EXPECT_GT(fibers_beyond(team), 0U);
    });
  }
}

TEST(fiber_limit, joins_what_is_spawned_on_every_worker) {
  for (const int fibers : {1, 2}) {
    on_teams(limited(fibers == 1 ? few_teams() : all_teams(1), fibers), [&](rank_team& team) {
      run_global(team, [] {
        std::uint64_t sum = 0;
        const home_id home = this_scheduler().board().home_at(rank_id{0}, 0);
        std::uint64_t* const at = &sum;
        // Tasks of all workers that wait for tasks of their own, of any rank.
        forall(0, 60, [home, at](std::uint64_t i) {
          finish([&] {
            forall_here(0, 5,
                        [&](std::uint64_t j) { spawn_at(home, [at, i, j] { *at += 5 * i + j; }); });
          });
        });
        EXPECT_EQ(sum, 300U * 299U / 2);
      });
    });
  }
}

TEST(fiber_limit, bounds_the_fibers_of_tasks_that_wait_for_other_workers) {
  constexpr std::uint64_t tasks = 5000;
  on_teams(limited(few_teams(), 32), [&](rank_team& team) {
    run_global(team, [] {
      on_all_workers([] {
        const task_board& board = this_scheduler().board();
        const std::uint32_t own = index_of(board.peer_on(board.team().rank()));
        const home_id next{(own + 1) % board.num_homes()};
        const home_id self{own};
        finish([&] {
          for (std::uint64_t i = 0; i < tasks; ++i) {
            spawn([next, self] {
              suspension answered;
              suspension* const name = &answered;
              post(next, [self, name] { post(self, [name] { name->signal(); }); });
              answered.wait("an answer");
            });
          }
        });
      });
    });
    // A worker makes more only if no task of it ends for longer and longer times: as many as there
    // are tasks would take eight stalls, the last of them of six seconds.
    EXPECT_LT(most_fibers(team), tasks);
  });
}

TEST(fiber_limit, lets_tasks_start_that_others_look_for) {
  on_teams(limited({team_of(1, 1), team_of(2, 1), team_of(2, 2)}, 1), [](rank_team& team) {
    run_global(team, [] {
      bool done = false;
      spawn([&] { done = true; });
      while (!done) { yield(); }
    });
    EXPECT_GT(fibers_beyond(team), 0U);
  });
}

TEST(fiber_limit, lets_tasks_start_elsewhere_that_others_look_for) {
  on_teams(limited({team_of(1, 2), team_of(2, 1), team_of(3, 2)}, 1), [](rank_team& team) {
    run_global(team, [] {
      const task_board& board = this_scheduler().board();
      const home_id last{board.num_homes() - 1};
      bool done = false;
      bool* const at = &done;
      suspension* turn = nullptr;
      suspension** const turn_at = &turn;
      finish([&] {
        // The only fiber of the last worker waits for a task of the first, which looks for another
        // one of the last.
        spawn_at(last, [turn_at] {
          suspension own;
          suspension* const name = &own;
          spawn_at(home_id{0}, [turn_at, name] { *turn_at = name; });
          own.wait("the first worker");
        });
        spawn_at(last, [at] { post(home_id{0}, [at] { *at = true; }); });
        while (!done || turn == nullptr) { yield(); }
        suspension* const waiting = turn;
        post(last, [waiting] { waiting->signal(); });
      });
    });
    EXPECT_GT(fibers_beyond(team), 0U);
  });
}

namespace {

/// Computes for so long, without letting anything else run.
void compute(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {}
}

}  // namespace

TEST(fiber_limit, does_not_end_the_run_while_tasks_start_that_were_held_back) {
  // A worker holds a task while another one computes for so long that it loses its patience. Both
  // used to be found idle then: the run ended while the task that was held back computed.
  on_teams(limited({team_of(1, 2)}, 1), [](rank_team& team) {
    run_global(team, [] {
      bool done = false;
      bool* const at = &done;
      finish([&] {
        spawn_at(home_id{1}, [at] {
          suspension turn;
          suspension* const name = &turn;
          spawn_at(home_id{1}, [name, at] {
            compute(std::chrono::milliseconds(200));
            *at = true;
            name->signal();
          });
          turn.wait("what is held back");
        });
        for (int i = 0; i < 120; ++i) {
          this_scheduler().board().team().progress_or_flush(this_worker());
          this_scheduler().board().team().transport().wake();  // it would sleep through it
          compute(std::chrono::milliseconds(1));
        }
      });
      EXPECT_TRUE(done);
    });
  });
}

TEST(fiber_limit, is_doubled_once_however_many_tell) {
  on_teams(limited({team_of(1, 1)}, 4), [](rank_team& team) {
    run_global(team, [] {
      scheduler& here = this_scheduler();
      finish([&] {
        for (int i = 0; i < 10; ++i) {
          spawn([] {});
        }
        for (int i = 0; i < 200; ++i) { here.allow_more_fibers(); }  // each would double it
      });
    });
    EXPECT_LE(most_fibers(team), 8U);
  });
}

TEST(fiber_limit, leaves_a_deadlock_one) {
  on_teams(limited({team_of(1, 1), team_of(3, 2), team_of(2, 2, sim_model_of(1))}, 2),
           [](rank_team& team) {
             const auto wait_for_ever = [&] {
               run_global(team, [] {
                 for (int i = 0; i < 10; ++i) {
                   spawn([] {
                     suspension never;
                     never.wait("nobody");
                   });
                 }
               });
             };
             try {
               wait_for_ever();
               ADD_FAILURE() << "no deadlock was found";
             } catch (const deadlock_error& problem) {
               EXPECT_NE(std::string(problem.what()).find("11 tasks wait"), std::string::npos)
                   << problem.what();
             }
           });
}

TEST(fiber_limit, reports_failures_of_tasks_that_were_held_back) {
  on_teams(limited(few_teams(), 1), [](rank_team& team) {
    EXPECT_THROW(
        run_global(team,
                   [] { finish([] { spawn([] { throw usage_error("thrown on purpose"); }); }); }),
        agreed_error);
  });
}

}  // namespace orujo::test
