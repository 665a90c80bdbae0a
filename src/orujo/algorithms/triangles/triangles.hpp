// How many triangles a graph has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/triangle_counting/triangle_counting.hpp"

namespace orujo {

/// Counts the sets of three vertices that are all joined by edges: count_triangles(); those of each
/// vertex, too, are counted by triangles_by_vertex(). Directions of edges, loops and parallel edges
/// make no difference. Call: collective. Throws, cost, memory: as count_triangles().
[[nodiscard]] inline triangle_count triangles(rank_team& team, const csr_graph& graph) {
  return count_triangles(team, graph);
}

}  // namespace orujo
