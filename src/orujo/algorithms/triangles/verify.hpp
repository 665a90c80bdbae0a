// Checks a number of triangles by counting them another way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/plain_triangles.hpp"
#include "orujo/traversal/triangle_counting/triangle_counting.hpp"

namespace orujo {

/// What is wrong with `found`, the same on every rank; nothing if it is right. Shares no code with
/// triangles(). Call, throws, cost, memory: those of mistakes_in_triangles().
[[nodiscard]] inline std::vector<triangle_mistake> verify_triangles(rank_team& team,
                                                                    const csr_graph& graph,
                                                                    const triangle_count& found) {
  return mistakes_in_triangles(team, graph, found.triangles);
}

/// The same of each vertex, too; the first vertex that is wrong, if any is.
[[nodiscard]] inline std::vector<triangle_mistake> verify_triangles(rank_team& team,
                                                                    const csr_graph& graph,
                                                                    const vertex_triangles& found) {
  return mistakes_in_triangles(team, graph, found.all.triangles, found.at.span());
}

}  // namespace orujo
