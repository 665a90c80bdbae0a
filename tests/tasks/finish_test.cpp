// Finish: it ends after everything spawned inside, on every rank, and throws what went wrong there.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/finish.hpp"

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

home_id some_home(std::uint64_t number) {
  rank_team& team = this_scheduler().board().team();
  const auto homes = static_cast<std::uint64_t>(team.size() * team.num_workers());
  return home_id{static_cast<std::uint32_t>(number % homes)};
}

/// A counter of each rank, found by closures that travel.
struct rank_counters {
  std::atomic<int>* of_rank[16];

  std::atomic<int>& here() const { return *of_rank[index_of(this_worker().team().rank())]; }
};

/// A tree of tasks, each somewhere else; counts its leaves.
struct tree_task {
  int depth;
  std::uint64_t seed;

  void operator()() const;
};

std::atomic<int>& leaves_of_process() {
  static std::atomic<int> leaves{0};
  return leaves;
}

void tree_task::operator()() const {
  if (depth == 0) {
    ++leaves_of_process();
    return;
  }
  for (std::uint64_t child = 0; child < 3; ++child) {
    const std::uint64_t next = seed * 3 + child + 1;
    spawn_at(some_home(mix64(next)), tree_task{.depth = depth - 1, .seed = next});
    if (child == 1) { yield(); }
  }
}

}  // namespace

TEST(finish, waits_for_tasks_of_tasks_on_all_ranks) {
  on_teams(all_teams(), [](rank_team& team) {
    if (index_of(team.rank()) == 0) { leaves_of_process() = 0; }
    barrier(team);
    run_global(team, [&] {
      for (int round = 1; round <= 3; ++round) {
        finish([] { tree_task{.depth = 5, .seed = 0}(); });
        if (this_worker().team().transport().name() != "mpi") {
          EXPECT_EQ(leaves_of_process().load(), round * 243);
        }
      }
    });
    const int total =
        under_mpirun() ? all_sum(team, leaves_of_process().load()) : leaves_of_process().load();
    EXPECT_EQ(total, 3 * 243);
    barrier(team);
    if (under_mpirun()) { leaves_of_process() = 0; }
  });
}

TEST(finish, nests) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [&] {
      std::atomic<int> inner{0};
      std::atomic<int> outer{0};
      finish([&] {
        for (int i = 0; i < 20; ++i) {
          spawn_stealable([&] {
            finish([&] {
              for (int k = 0; k < 5; ++k) {
                spawn_stealable([&] {
                  yield();
                  ++inner;
                });
              }
            });
            EXPECT_GE(inner.load(), 5);
            ++outer;
          });
        }
      });
      EXPECT_EQ(inner.load(), 100);
      EXPECT_EQ(outer.load(), 20);
    });
  });
}

TEST(finish, throws_what_a_task_of_another_rank_threw_and_names_the_rank) {
  on_teams(all_teams(1), [](rank_team& team) {
    const int last = team.size() - 1;
    run_global(team, [&, last] {
      const home_id far = this_scheduler().board().home_at(rank_id{last}, 0);
      std::string text;
      exit_code code{};
      try {
        finish([&] { spawn_at(far, [] { throw input_error("no such vertex"); }); });
      } catch (const task_error& problem) {
        text = problem.what();
        code = problem.code();
      }
      EXPECT_EQ(text, "rank " + std::to_string(last) + ": no such vertex");
      EXPECT_EQ(code, exit_code::input);
      finish([] {});  // the next one starts afresh
    });
  });
}

TEST(finish, throws_all_of_a_long_text_of_another_rank) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [&team] {
      const home_id far = this_scheduler().board().home_at(rank_id{team.size() - 1}, 0);
      const auto said_long = [] {
        std::string text;
        for (int i = 0; i < 500; ++i) { text += std::to_string(i) + ' '; }
        return text;
      };
      std::string text;
      try {
        finish([&] {
          for (int i = 0; i < 5; ++i) {
            spawn_at(far, [said_long] { throw input_error(said_long()); });
          }
        });
      } catch (const task_error& problem) { text = problem.what(); }
      EXPECT_EQ(text, "rank " + std::to_string(team.size() - 1) + ": " + said_long());
    });
  });
}

TEST(finish, does_not_wait_for_a_task_whose_closure_cannot_be_copied) {
  struct uncopied {
    uncopied() = default;
    uncopied(const uncopied& /*other*/) { throw std::runtime_error("copying failed"); }
    uncopied& operator=(const uncopied&) = delete;
    void operator()() const {}
  };
  on_teams({team_of(1, 1), team_of(1, 2), team_of(2, 1)}, [](rank_team& team) {
    std::string text;
    try {
      run_global(team, [] {
        const uncopied body;
        finish([&] { spawn(body); });
      });
    } catch (const error& problem) { text = problem.what(); }
    EXPECT_NE(text.find("copying failed"), std::string::npos) << text;
  });
}

TEST(finish, throws_what_its_own_body_threw_after_joining) {
  on_teams({team_of(1, 1), team_of(1, 4)}, [](rank_team& team) {
    run_global(team, [&] {
      std::atomic<int> runs{0};
      EXPECT_THROW(finish([&] {
                     for (int i = 0; i < 10; ++i) {
                       spawn_stealable([&] { ++runs; });
                     }
                     throw std::runtime_error("enough");
                   }),
                   task_error);
      EXPECT_EQ(runs.load(), 10);
    });
  });
}

TEST(finish, counts_what_is_enrolled_by_hand) {
  on_teams(all_teams(1), [](rank_team& team) {
    run_global(team, [&] {
      bool answered = false;
      finish([&] {
        join& counter = current_join();
        counter.enroll();
        const home_id asker = this_scheduler().board().peer_on(rank_id{0});
        const home_id far = some_home(1'000'003);
        // The question carries two addresses of this rank, which only this rank uses.
        post(far, [asker, to = &counter, where = &answered] {
          post(asker, [to, where] {
            *where = true;
            to->complete();
          });
        });
      });
      EXPECT_TRUE(answered);
    });
  });
}

}  // namespace orujo::test
