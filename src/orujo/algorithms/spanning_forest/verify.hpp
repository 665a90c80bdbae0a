// Checks a minimum spanning forest by the properties that make it one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for a minimum spanning forest, and for nothing else.
enum class forest_property : std::uint8_t {
  edge_exists,     ///< Each edge is one of the graph, with that weight, held by its source's owner.
  has_no_cycle,    ///< No edge joins what lighter ones join already.
  edge_is_inside,  ///< The ends of each edge of the graph are in one tree.
  path_is_light,   ///< No edge of the graph is lighter than one on the path between its ends.
  facts_add_up,    ///< The numbers of edges and trees and the sum of weights are right.
};

using forest_violation = property_violation<forest_property>;

[[nodiscard]] std::string sentence(forest_property property, vertex_id vertex, vertex_id other);

/// The properties that `forest` lacks, the same on every rank; none if it is right.
/// Shares no code with minimum_spanning_forest(): every rank gathers the whole forest and joins it
/// edge by edge, the lightest first (Kruskal 1956), by size and without shortening paths, so that
/// the heaviest edge between two vertices is found on the way from both to where they meet.
/// Call: collective. Throws: usage_error on every rank if the graph is directed. Cost: O(V log V)
/// on each rank, and O(log V) for each edge of the graph. Memory: 72 bytes for each vertex of the
/// graph, on every rank.
[[nodiscard]] std::vector<forest_violation> verify_spanning_forest(rank_team& team,
                                                                   const csr_graph& graph,
                                                                   const spanning_forest& forest);

}  // namespace orujo
