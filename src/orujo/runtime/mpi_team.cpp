// Runs one rank of an MPI team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/mpi_team.hpp"

namespace orujo {

bool under_mpi_launcher() { return false; }

void run_over_mpi(const launch_options& /*options*/,
                  const std::function<void(rank_team&)>& /*program*/) {
  throw transport_error("the MPI plug-in is not built");
}

std::function<void(int)> worker_pinning(const endpoint_place& place, const settings& values,
                                        const machine_topology& topology) {
  const bool room = place.threads_on_host <= place.cores_on_host;
  if (!values.flag(setting::pin_workers) || !room) { return {}; }
  return [&topology, first = place.first_thread_on_host](int index) {
    pin_this_thread(topology, static_cast<std::size_t>(first + index));
  };
}

}  // namespace orujo
