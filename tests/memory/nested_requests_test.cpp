// Requests that tasks of many finishes, and handlers, send to one home by turns.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include "memory/memory_run.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/memory/symmetric.hpp"

namespace orujo::test {

namespace {

using counter_of_worker = symmetric<std::uint64_t>;

/// Adds 3 to the sum of worker 2 from worker 1, and 1 by a handler of worker 1.
void add_four(counter_of_worker sum) {
  spawn_at(home_id{1}, [sum] {
    for (int i = 0; i < 3; ++i) {
      delegate::async_add(sum.at(home_id{2}), 1);
      if (i == 1) { yield(); }
    }
  });
  delegate::async(sum.at(home_id{1}),
                  [sum](std::uint64_t& /*own*/) { delegate::async_add(sum.at(home_id{2}), 1); });
}

/// So many tasks, each with a finish of its own.
void add_by_turns(counter_of_worker sum, int tasks) {
  finish([&] {
    for (int i = 0; i < tasks; ++i) {
      spawn([sum] {
        finish([sum] {
          for (int k = 0; k < 4; ++k) { add_four(sum); }
        });
      });
    }
  });
}

std::vector<launch_options> narrow_teams() {
  std::vector<launch_options> teams;
  for (const char* route : {"direct", "rook"}) {
    for (int seed = 1; seed <= (is_sanitized ? 1 : 3); ++seed) {
      const launch_options each =
          team_of(4, 1, "sim:latency=3us,jitter=20us,fail=0.2,seed=" + std::to_string(seed));
      teams.push_back(with(with(each, "parcel_bytes", "1024"), "routing", route));
    }
  }
  return teams;
}

}  // namespace

TEST(nested_requests, all_reach_their_home_whatever_is_handled_meanwhile) {
  constexpr int rounds = 30;
  constexpr int tasks = 200;
  for (const launch_options& options : narrow_teams()) {
    SCOPED_TRACE(name_of(options));
    run_team(options, [](rank_team& team) {
      global_memory memory(team);
      counter_of_worker sum;
      run_global(team, [&sum] {
        sum = allocate_symmetric<std::uint64_t>(0);
        for (int round = 0; round < rounds; ++round) { add_by_turns(sum, tasks); }
      });
      // What handlers send is joined by the end of the run only.
      run_global(team, [&sum] {
        EXPECT_EQ(delegate::read(sum.at(home_id{2})), std::uint64_t{rounds} * tasks * 4 * 4);
      });
    });
  }
}

TEST(nested_requests, of_many_finishes_share_parcels) {
  run_team(team_of(2, 1), [](rank_team& team) {
    global_memory memory(team);
    constexpr std::uint64_t tasks = 500;
    constexpr std::uint64_t additions = 20;
    run_global(team, [] {
      const auto sum = allocate_symmetric<std::uint64_t>(0);
      finish([sum] {
        for (std::uint64_t i = 0; i < tasks; ++i) {
          spawn([sum] {
            finish([sum] {
              for (std::uint64_t k = 0; k < additions; ++k) {
                delegate::async_add(sum.at(home_id{1}), 1);
                yield();
              }
            });
          });
        }
      });
      EXPECT_EQ(delegate::read(sum.at(home_id{1})), tasks * additions);
    });
    EXPECT_LT(team.metrics()[metric::parcels_sent], tasks * additions / 4);
  });
}

TEST(symmetric, whose_constructor_throws_leaves_nothing) {
  struct picky {
    picky() { require(index_of(this_worker().team().rank()) == 0, "not on this rank"); }
    std::uint64_t value = 0;
  };
  with_memory({team_of(2, 1), team_of(2, 2)}, [] {
    for (int i = 0; i < 3; ++i) {
      EXPECT_THROW(static_cast<void>(allocate_symmetric<picky>()), error);
    }
    const auto after = allocate_symmetric<std::uint64_t>(7);
    EXPECT_EQ(delegate::read(after.at(home_id{1})), 7U);
  });
}

}  // namespace orujo::test
