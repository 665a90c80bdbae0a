// A level of breadth-first search in which vertices not reached yet look for the frontier.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/algorithms/bfs/state.hpp"

namespace orujo::breadth_first {

/// Looks, for the vertices that this worker takes of those not reached, for a neighbour in the
/// frontier; makes those that have one the bits of the next level. Returns how many.
/// Call: local, all workers.
std::uint64_t search_frontier(search_state& state, worker& self);

/// Makes the bits of `level` from the lists of all lanes. Call: local, all workers; has barriers.
void lists_to_bits(search_state& state, worker& self, std::uint32_t level);

/// Makes this worker's list of `level` from its share of the bits. Call: local, all workers.
void bits_to_list(search_state& state, worker& self, std::uint32_t level);

/// Tells other ranks which of their ghosts are in the frontier, and hears about this rank's own.
/// Call: collective, worker 0.
void exchange_frontier(search_state& state, std::uint32_t level);

}  // namespace orujo::breadth_first
