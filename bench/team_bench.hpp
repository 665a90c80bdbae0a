// What the programs here share: a team of a shape, a share for each worker, and the clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/containers/request_port.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/runtime/launch.hpp"

namespace bench {

using clock_type = std::chrono::steady_clock;

inline double seconds_since(clock_type::time_point before) {
  return std::chrono::duration<double>(clock_type::now() - before).count();
}

struct team_shape {
  int ranks = 0;  ///< 0: one, or those of the launcher
  int workers = 1;
  int trials = 3;
};

inline void add_options(CLI::App& app, team_shape& shape) {
  app.add_option("--ranks", shape.ranks, "in this process; under mpirun, leave it out")
      ->check(CLI::PositiveNumber);
  app.add_option("--workers", shape.workers, "threads of each rank")->check(CLI::PositiveNumber);
  app.add_option("--trials", shape.trials)->check(CLI::PositiveNumber);
}

/// Runs `program` on a team of the shape.
inline void on_team(const team_shape& shape,
                    const std::function<void(orujo::rank_team&)>& program) {
  orujo::launch_options launch;
  launch.ranks = shape.ranks;
  launch.workers = shape.workers;
  launch.values.read_environment();
  orujo::run_team(launch, program);
}

/// Calls `measure(team)` as often as there are trials.
inline void run_trials(const team_shape& shape,
                       const std::function<void(orujo::rank_team&)>& measure) {
  on_team(shape, [&](orujo::rank_team& team) {
    for (int trial = 0; trial < shape.trials; ++trial) { measure(team); }
  });
}

/// What main() returns for `work`, whose errors are printed.
inline int exit_code_of(const std::function<void()>& work) {
  try {
    work();
    return 0;
  } catch (const orujo::error& why) {
    std::fprintf(stderr, "%s\n", why.what());
    return static_cast<int>(why.code());
  }
}

[[nodiscard]] inline bool prints(const orujo::rank_team& team) {
  return orujo::index_of(team.rank()) == 0;
}

/// Calls `body(self, first, last)` on each worker for its share of 0 … count-1, in one epoch.
template <typename Body>
void for_shares(orujo::rank_team& team, std::uint64_t count, Body body) {
  const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
  orujo::run_epoch(team, [&](orujo::worker& self) {
    const std::uint64_t own = orujo::home_number_of(self);
    body(self, count * own / workers, count * (own + 1) / workers);
  });
}

}  // namespace bench
