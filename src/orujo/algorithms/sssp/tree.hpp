// A tree of shortest paths, read off the distances.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include "orujo/algorithms/sssp/sssp.hpp"

namespace orujo {

/// A tree of shortest paths from a source, spread over the ranks as the graph is.
struct sssp_tree {
  vertex_id source = no_vertex;
  owned_values<vertex_id> parent;  ///< The source for itself; no_vertex where there is no path.
};

/// The vertex before each one on a shortest path from `source`, to which `found` has all distances.
/// Parents are the same for every number of ranks and workers: the nearest, and of these the one of
/// the least id; where none is nearer, since edges of weight 0 lead there, the one of the least id
/// among those that the fewest such edges lead to.
/// Call: collective. Throws on every rank: agreed_error for wrong use if a directed graph has no
/// in-edges. Cost: a look at all in-edges; where edges of weight 0 matter, a look at all out-edges,
/// and a round for each that follows another one.
/// Memory: 8 bytes for each owned vertex, and 16 for each, and 8 for each ghost, meanwhile.
[[nodiscard]] sssp_tree shortest_path_tree(rank_team& team, const csr_graph& graph,
                                           vertex_id source, const sssp_distances& found);
void shortest_path_tree(rank_team& team, const csr_graph& graph,
                        std::same_as<local_vertex> auto source,
                        const sssp_distances& found) = delete;

}  // namespace orujo
