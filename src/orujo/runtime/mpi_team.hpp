// Teams whose ranks are processes started by an MPI launcher.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "orujo/runtime/launch.hpp"

namespace orujo {

/// Runs `program` on this process's rank of the MPI job. See run_team().
void run_over_mpi(const launch_options& options, const std::function<void(rank_team&)>& program);

}  // namespace orujo
