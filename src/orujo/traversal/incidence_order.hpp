// The order in which the vertex with most neighbours before it comes next.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The place of each owned vertex, from 0, among all vertices in the order by incidence degree: of
/// the vertices without a place, the one with most neighbours that have one is next; of several the
/// one of the highest degree, then of the lowest number. Parallel edges count each, loops in the
/// degree alone. The array has room for ghosts, which have 0.
///
/// Each vertex depends on the one before it, so that one is taken at a time, and with several ranks
/// a collective finds it. Call: collective; along out-edges. Throws: memory_error,
/// interrupted_error. Cost: O(E log V), and with several ranks a collective for each vertex.
/// Memory: 20 bytes for each owned vertex, 12 for each ghost, 4 for each arc to a ghost.
[[nodiscard]] huge_array<std::uint64_t> incidence_places(rank_team& team, const csr_graph& graph);

}  // namespace orujo
