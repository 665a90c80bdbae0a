// Bits of vertices from their owners to the ranks that have them as ghosts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/bits.hpp"

namespace orujo::level_wise {

/// Gives the ghosts on all ranks the bits of their owners. Call: collective, worker 0. Cost: a bit
/// for each mirror and ghost.
void exchange_bits(rank_team& team, const csr_graph& graph, bit_array& bits);

}  // namespace orujo::level_wise
