// An order of the vertices in which every edge leads forwards, and whether there is one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The level of a vertex on a cycle, or that a path leads to from one.
inline constexpr std::uint32_t no_level = std::numeric_limits<std::uint32_t>::max();

/// What was found; the same on every rank.
struct topological_facts {
  std::uint32_t levels = 0;   ///< The vertices of the longest path, if there is no cycle.
  std::uint64_t without = 0;  ///< Vertices with no_level: 0 if the graph is acyclic.
};

/// Levels, spread over the ranks as the graph is: element i is for the owned vertex with the local
/// number i.
struct topological_levels {
  /// The edges of the longest path that leads to the vertex. In the order of levels, and in any
  /// order within one, every edge leads forwards.
  owned_values<std::uint32_t> level;
  topological_facts facts;

  void describe(report_card& card) const;
};

/// Levels of a directed graph (Kahn, 1962): in rounds, vertices are taken away to which no edge
/// leads any more. Loops are cycles. The levels are the same for every number of ranks and workers,
/// and in every run.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is undirected,
/// or was built without in-edges; memory_error; interrupted_error between two rounds. Cost: O(V +
/// E), a barrier for each level, and a message of 4 bytes at most for each edge between ranks.
/// Memory: 8 bytes for each owned vertex, up to 16 more for frontiers, and that of edge_map.
[[nodiscard]] topological_levels topological(rank_team& team, const csr_graph& graph);

}  // namespace orujo
