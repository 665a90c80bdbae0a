// Checks communities.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/communities/communities.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for communities.
enum class communities_property : std::uint8_t {
  label_is_a_vertex,       ///< Of the graph.
  label_is_least,          ///< Not of cdlp: it has itself as label, and no vertex below has it.
  is_connected,            ///< Of leiden: a path of vertices with the label leads to it.
  label_is_most_frequent,  ///< Of cdlp: it is what so many rounds lead to.
  facts_add_up,            ///< The modularity, within 1e-7, and the numbers of communities.
};

using communities_violation = property_violation<communities_property>;

[[nodiscard]] std::string sentence(communities_property property, vertex_id vertex,
                                   vertex_id other);

/// The properties that `found` lacks, the same on every rank; none if it is right. Shares no code
/// with communities(): floods each community from the vertex that it is named after, adds up
/// modularity where these vertices are, and repeats the rounds of cdlp.
/// Call: collective. Throws: usage_error on every rank if the labels are not of this graph, or if
/// it is directed and was built without in-edges. Cost: two looks at every edge, a message for each
/// vertex and for each edge to a ghost; of cdlp, a look and a message for each edge in each round.
/// Memory: 32 bytes for each owned vertex, 9 for each ghost; of cdlp, 4 besides for each edge.
[[nodiscard]] std::vector<communities_violation> verify_communities(
    rank_team& team, const csr_graph& graph, const community_labels& found,
    const communities_options& options);

}  // namespace orujo
