// Starts a team of ranks and runs a program on each of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "orujo/base/settings.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What a team is to look like.
struct launch_options {
  /// Ranks in this process; 0: one, or under mpirun or srun what the launcher says.
  int ranks = 0;
  /// Workers of each rank; 0: the cores of this host, shared evenly by its ranks.
  int workers = 0;
  /// "local", "sim[:MODEL]" (see parse_sim_model), "virtual[:MODEL]" (see parse_loggp_model; up to
  /// 4,096 ranks of one worker), "mpi"; empty: mpi under a launcher, else local.
  std::string transport = {};
  settings values = {};
};

/// Runs `program(team)` on worker 0 of every rank and returns when all have returned.
/// Throws: the first error of a rank, on every process; usage_error if the options do not fit
/// together; transport_error if the transport cannot be opened.
/// A process of an MPI team that fails alone prints its error and ends the whole job.
void run_team(const launch_options& options, const std::function<void(rank_team&)>& program);

}  // namespace orujo
