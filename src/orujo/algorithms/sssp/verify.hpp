// Checks distances without searching: by the properties that make them shortest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/sssp/tree.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for the shortest distances, and for no others; and for trees of shortest paths.
enum class sssp_property : std::uint8_t {
  source_is_at_zero,       ///< The source has the distance 0.
  no_edge_shortens,        ///< No edge leads to a vertex in less than its distance.
  neighbours_are_reached,  ///< An edge from a reached vertex leads to a reached vertex.
  path_exists,             ///< Edges of exactly the right length lead from the source to every
                           ///< reached vertex.
  parent_is_before,        ///< Of a tree: an edge of the right length leads from the parent.
  parents_lead_home,       ///< Of a tree: from parent to parent the way ends at the source.
  facts_add_up,            ///< The number of reached vertices, the sum and the maximum.
};

using sssp_violation = property_violation<sssp_property>;

[[nodiscard]] std::string sentence(sssp_property property, vertex_id vertex, vertex_id other);

/// The properties of the shortest distances from `source` that `found` lacks, the same on every
/// rank; none if it is right. Shares no code with sssp().
/// Call: collective. Throws: usage_error on every rank if `found` is not of this graph. Cost: two
/// looks at every edge; more looks where edges of weight 0 follow each other.
/// Memory: 10 bytes for each owned vertex and ghost.
[[nodiscard]] std::vector<sssp_violation> verify_sssp(rank_team& team, const csr_graph& graph,
                                                      vertex_id source,
                                                      const sssp_distances& found);

/// The same of a search to a target: of vertices as far as the target is by `found`, or farther,
/// nothing is asked but what the target's distance depends on.
[[nodiscard]] std::vector<sssp_violation> verify_sssp(rank_team& team, const csr_graph& graph,
                                                      const path_ends& ends,
                                                      const sssp_distances& found);

/// What a tree of shortest paths has that `tree` lacks, the same on every rank; nothing if it is
/// one, where `found` is right. Shares no code with shortest_path_tree(). Call: collective; a
/// directed graph has in-edges. Cost: a look at the in-edges of all vertices, and rounds as there.
[[nodiscard]] std::vector<sssp_violation> verify_tree(rank_team& team, const csr_graph& graph,
                                                      const sssp_distances& found,
                                                      const sssp_tree& tree);

}  // namespace orujo
