// Teams start, end, and report the failure that matters.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/launch.hpp"

#include <atomic>
#include <mutex>
#include <set>

#include "orujo/base/thread_error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "support/no_more_threads.hpp"
#include "support/teams.hpp"

namespace orujo::test {

TEST(launch, runs_the_program_once_on_every_rank) {
  std::mutex mutex;
  std::multiset<int> ranks;
  run_team(team_of(8, 2), [&](rank_team& team) {
    EXPECT_EQ(team.size(), 8);
    EXPECT_EQ(team.num_workers(), 2);
    const std::lock_guard guard(mutex);
    ranks.insert(index_of(team.rank()));
  });
  EXPECT_EQ(ranks, (std::multiset<int>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(launch, runs_a_function_on_every_worker) {
  on_teams(all_teams(0), [](rank_team& team) {
    std::atomic<int> mask{0};
    team.on_workers([&](worker& self) {
      EXPECT_EQ(&self, current_worker);
      mask.fetch_or(1 << self.index());
      team.worker_barrier();
      EXPECT_EQ(mask.load(), (1 << team.num_workers()) - 1);
    });
  });
}

TEST(launch, reports_the_error_of_the_rank_that_failed_and_ends_the_others) {
  for (const launch_options& options : all_teams(1)) {
    SCOPED_TRACE(name_of(options));
    EXPECT_THROW(run_team(options,
                          [](rank_team& team) {
                            if (index_of(team.rank()) == team.size() - 1) {
                              throw memory_error("too large");
                            }
                            while (true) { barrier(team); }
                          }),
                 memory_error);
  }
}

TEST(launch, ends_workers_that_wait_at_a_barrier_for_one_that_failed) {
  EXPECT_THROW(run_team(team_of(2, 4),
                        [](rank_team& team) {
                          team.on_workers([&](worker& self) {
                            if (self.index() == 2) { throw usage_error("no"); }
                            team.worker_barrier();
                          });
                        }),
               usage_error);
}

TEST(launch, ends_when_the_simulated_network_breaks) {
  EXPECT_THROW(run_team(team_of(3, 1, "sim:break=50"),
                        [](rank_team& team) {
                          for (int i = 0; i < 1000; ++i) { barrier(team); }
                        }),
               transport_error);
}

TEST(launch, ends_at_once_where_a_thread_cannot_be_started) {
  if (under_mpirun()) { GTEST_SKIP() << "starts threads in one process"; }
  for (const launch_options& options : {team_of(4, 1), team_of(1, 4), team_of(3, 1, "sim")}) {
    SCOPED_TRACE(name_of(options));
    const no_more_threads limit;
    EXPECT_THROW(run_team(options, [](rank_team& team) { barrier(team); }), thread_error);
  }
}

TEST(launch, rejects_options_that_make_no_team) {
  const auto nothing = [](rank_team& /*team*/) {};
  EXPECT_THROW(run_team(team_of(-1, 1), nothing), usage_error);
  EXPECT_THROW(run_team(team_of(1, 5000), nothing), usage_error);
  EXPECT_THROW(run_team(team_of(1, 1, "carrier-pigeon"), nothing), usage_error);
  EXPECT_THROW(run_team(team_of(1, 1, "sim:latency=fast"), nothing), usage_error);
}

}  // namespace orujo::test
