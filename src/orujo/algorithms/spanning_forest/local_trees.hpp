// Trees of one rank's vertices, joined by activities as far as no other rank has to be asked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Flat trees, each of which holds together by edges of the minimum spanning forest.
struct local_trees {
  huge_array<local_vertex> roots;  ///< Of each owned vertex.
  /// The source of the edge along which a root has hooked, and the edge's number in the rows; of
  /// vertices that are no roots.
  huge_array<local_vertex> sources;
  huge_array<std::uint64_t> arcs;
  activity_counts counts;  ///< Of this rank.
  std::uint32_t rounds = 0;

  [[nodiscard]] bool is_root(local_vertex v) const noexcept { return roots[v] == v; }
  /// The edge along which `v`, no root any more, has hooked.
  [[nodiscard]] forest_edge edge_of(const csr_graph& graph, local_vertex v) const noexcept;
};

/// Borůvka's rounds by activities, as in Atomic Active Messages (M. Besta and T. Hoefler, HPDC
/// 2015): operators offer the edges out of a tree to its root, which keeps the least; then an
/// operator for each root looks for the roots of both ends, as they are by now, and makes one the
/// parent of the other. It fails where they are one already: both trees had chosen the same edge,
/// and the other was first. A tree whose least edge leads to another rank waits.
///
/// `isolation` is in force, and serves operators of several elements. Call: local, worker 0,
/// outside on_workers(). Cost: at most log2(V) rounds, each O(V), a look at the rows of those whose
/// least edge has come to lie inside their tree, and two operators at most for each vertex and each
/// tree. Memory: 24 bytes for each owned vertex.
[[nodiscard]] local_trees join_by_activities(rank_team& team, const csr_graph& graph,
                                             mechanism_kind isolation, std::size_t coarsen);

}  // namespace orujo
