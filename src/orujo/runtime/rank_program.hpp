// Runs the program of one rank, whatever transport it has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "orujo/base/settings.hpp"
#include "orujo/base/topology.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo {

/// Makes the team of `transport`'s rank on the calling thread and runs `program(team)`.
/// An error is written on the transport's failure board, where all ranks of this process see it.
void run_rank(endpoint& transport, const settings& values, const machine_topology& topology,
              const std::function<void(rank_team&)>& program);

}  // namespace orujo
