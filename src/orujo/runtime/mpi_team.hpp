// Teams whose ranks are processes started by an MPI launcher.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "orujo/base/topology.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo {

/// Whether mpirun, mpiexec or srun started this process.
[[nodiscard]] bool under_mpi_launcher();

/// Runs `program` on this process's rank of the MPI team.
void run_over_mpi(const launch_options& options, const std::function<void(rank_team&)>& program);

/// What each worker's thread does first: it binds itself to a core, if the settings say so and
/// there is a core for every thread.
[[nodiscard]] std::function<void(int)> worker_pinning(const endpoint_place& place,
                                                      const settings& values,
                                                      const machine_topology& topology);

}  // namespace orujo
