// The minimum spanning forest of a sparse graph that one rank has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Whether join_in_order() does what `method` asks for: on one rank, and if the method is to be
/// chosen, where the graph has few edges.
[[nodiscard]] bool is_joined_in_order(const rank_team& team, const csr_graph& graph,
                                      forest_method method) noexcept;

/// The forest of an undirected graph on one rank, without the sums of its figures. All workers join
/// each vertex along its least edge, in one round (Borůvka 1926); of the edges that still lead from
/// one tree to another one worker takes those that join two, in order (Kruskal 1956).
/// Call: worker 0, outside on_workers(). Throws: memory_error, interrupted_error. Cost: O(E), and
/// O(e log e) for the e edges left after the round. Memory: 12 bytes for each vertex, 1 for each
/// arc, 24 for each edge left, 32 for each of the forest.
[[nodiscard]] spanning_forest join_in_order(rank_team& team, const csr_graph& graph);

}  // namespace orujo
