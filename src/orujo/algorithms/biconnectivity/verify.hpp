// Checks biconnected parts by finding them in another way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/biconnectivity/biconnectivity.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for the parts of a graph, and for nothing else.
enum class biconnectivity_property : std::uint8_t {
  articulation_is_right,        ///< A vertex is one exactly where it is in two blocks or more.
  two_edge_component_is_right,  ///< It is the least vertex that no bridge separates from this one.
  block_is_right,               ///< It is the least of those that the block leads away to.
  head_is_right,                ///< It is where the block begins.
  facts_add_up,                 ///< Numbers and sizes are right.
};

using biconnectivity_violation = property_violation<biconnectivity_property>;

[[nodiscard]] std::string sentence(biconnectivity_property property, vertex_id vertex,
                                   vertex_id other);

/// The properties that `found` lacks, the same on every rank; none if it is right.
/// Shares no code with biconnectivity(): every rank takes the edges of any spanning forest, and
/// joins those that are on a cycle together by the rules of Tarjan and Vishkin (1985); each rank
/// does so for the edges out of its vertices.
/// Call: collective. Throws: usage_error on every rank if the graph is directed, has 2^32 - 1
/// vertices or more, or if the number of values is wrong on any rank. Cost: O(V log V) on each
/// rank, and O(log V) for each edge. Memory on every rank, for each vertex of the graph: 120 bytes,
/// and up to 16 for each other rank while the forest is gathered.
[[nodiscard]] std::vector<biconnectivity_violation> verify_biconnectivity(
    rank_team& team, const csr_graph& graph, const biconnected_parts& found);

}  // namespace orujo
