// Checks a breadth-first search tree without searching: by the properties that make it right.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/findings.hpp"
#include "orujo/traversal/traced_path.hpp"

namespace orujo {

/// What holds for a tree of shortest paths, and for no other tree. The five checks of Graph500 are
/// among them: no cycles (depths fall along parents), tree edges join neighbours and span one
/// level, edges span at most one level, the tree covers the component.
enum class bfs_property : std::uint8_t {
  source_is_root,          ///< The source is its own parent and has depth 0; nobody else does.
  parent_is_vertex,        ///< A parent is a vertex, and there is one exactly if there is a depth.
  parent_is_neighbour,     ///< The graph has the edge from the parent.
  depth_follows_parent,    ///< A vertex is one deeper than its parent.
  edge_spans_one_level,    ///< An edge leads at most one level deeper.
  neighbours_are_reached,  ///< An edge from a reached vertex leads to a reached vertex.
  facts_add_up,            ///< The number of reached vertices, depth_sum and max_depth.
};

using bfs_violation = property_violation<bfs_property>;

[[nodiscard]] std::string sentence(bfs_property property, vertex_id vertex, vertex_id other);

/// The properties of the tree of shortest paths from `source` that `tree` lacks, the same on every
/// rank; none if it is right. Shares no code with bfs().
/// Call: collective. Throws: usage_error on every rank if the tree has no depths or is not of this
/// graph. Cost: a look at every edge, a message for every reached vertex with a remote parent.
/// Memory: 4 bytes for each owned vertex and ghost.
[[nodiscard]] std::vector<bfs_violation> verify_bfs(rank_team& team, const csr_graph& graph,
                                                    vertex_id source, const bfs_tree& tree);

/// The same of a search that may have ended behind the level of a target: vertices at least as deep
/// as the target is by `tree` need not lead on.
[[nodiscard]] std::vector<bfs_violation> verify_bfs(rank_team& team, const csr_graph& graph,
                                                    const path_ends& ends, const bfs_tree& tree);

}  // namespace orujo
