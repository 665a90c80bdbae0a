// Checks trussness by a subgraph that shows it is not too high, and an order of taking away that
// shows it is not too low.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/truss/truss.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What together holds for the trussness of all edges, and for nothing else.
enum class truss_property : std::uint8_t {
  edges_are_those,     ///< Each edge of the graph is there once, at its source's owner, in order.
  truss_is_dense,      ///< An edge of trussness k is in k - 2 triangles of trussness k or more.
  few_are_left,        ///< It is in at most k - 2 triangles of the same round or later ones.
  rounds_do_not_fall,  ///< A round has one trussness, at least that of the round before.
  facts_add_up,        ///< The numbers of edges, triangles and rounds, and the greatest trussness.
};

using truss_violation = property_violation<truss_property>;

[[nodiscard]] std::string sentence(truss_property property, vertex_id vertex, vertex_id other);

/// The properties that `found` lacks, the same on every rank; none if it is right. The second
/// proves that no trussness is too high. Third and fourth prove that none is too low: of a subgraph
/// of which each edge is in more than k - 2 triangles, the edge of the earliest round would have
/// had more. Shares no code with truss(): every rank gathers all edges, and looks for the triangles
/// of its own in lists that it sorts. Call: collective. Throws: usage_error on every rank if the
/// graph is directed. Cost: O(E log E) on each rank, and for each of its edges the degrees of both
/// ends. Memory: 80 bytes for each edge of the graph, on every rank.
[[nodiscard]] std::vector<truss_violation> verify_truss(rank_team& team, const csr_graph& graph,
                                                        const truss_numbers& found);

}  // namespace orujo
