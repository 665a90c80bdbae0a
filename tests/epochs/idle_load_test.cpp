// Who waits leaves the cores to others: processor time, which does not depend on who else computes.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <thread>

#include <sys/resource.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Processor time that this process has taken so far.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// Sleeping is no waiting: nobody is woken by it, and no processor time goes.
void sleep_long() { std::this_thread::sleep_for(std::chrono::milliseconds(600)); }

/// The share of one core that each worker of this process takes while `wait(team)` runs.
template <typename Wait>
double share_of_a_core(rank_team& team, Wait&& wait) {
  barrier(team);
  const double before = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  wait(team);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  const double taken = processor_seconds() - before;
  const int ranks_here = under_mpirun() ? 1 : team.size();
  return taken / passed.count() / (ranks_here * team.num_workers());
}

// A sanitizer makes each look many times as dear; what is waited for by looking shows without one.
constexpr double most_of_a_core = is_sanitized ? 0.5 : 0.05;

std::vector<launch_options> waiting_teams() {
  if (under_mpirun()) { return {team_of(0, 1, "mpi"), team_of(0, 2, "mpi")}; }
  return {team_of(2, 1), team_of(1, 4), team_of(4, 2), team_of(2, 2, sim_model_of(1))};
}

}  // namespace

TEST(idle_load, of_ranks_that_wait_for_a_collective_is_small) {
  on_teams(waiting_teams(), [](rank_team& team) {
    const double share = share_of_a_core(team, [](rank_team& all) {
      if (index_of(all.rank()) == 0) { sleep_long(); }
      barrier(all);
    });
    EXPECT_LT(share, most_of_a_core);
  });
}

TEST(idle_load, of_workers_that_wait_for_the_end_of_an_epoch_is_small) {
  on_teams(waiting_teams(), [](rank_team& team) {
    const double share = share_of_a_core(team, [](rank_team& all) {
      run_epoch(all, [&](worker& self) {
        if (index_of(all.rank()) == 0 && self.index() == 0) { sleep_long(); }
      });
    });
    EXPECT_LT(share, most_of_a_core);
  });
}

}  // namespace orujo::test
