// Bridges, articulation points, and the parts of a graph that hold together without them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What was found and how; the same on every rank. All but the last are the same for every team.
struct biconnectivity_facts {
  std::uint64_t bridges = 0;  ///< Edges without which there are more connected components.
  std::uint64_t articulation_points = 0;  ///< Vertices without which there are more.
  /// Biconnected components: greatest sets of edges of which each two are on a cycle, or one edge.
  std::uint64_t blocks = 0;
  std::uint64_t largest_block = 0;  ///< Vertices of the largest.
  /// Vertices that hold together without any one edge; a vertex alone is one, too.
  std::uint64_t two_edge_components = 0;
  std::uint64_t largest_two_edge_component = 0;  ///< Vertices of the largest.
  /// Edges that rank 0 searched for all: at most four for each vertex. 0 with one rank.
  std::uint64_t certificate_edges = 0;
};

/// What each vertex is a part of, spread over the ranks as the graph is: element i is for the owned
/// vertex with the local number i.
///
/// Blocks and the vertices that they share make a tree of each connected component, whose root is
/// taken to be the least vertex. So each other vertex is in one block that leads to the root, which
/// it has as its `block`, and the blocks of which it is the `head` lead away. Two neighbours are in
/// exactly one block together: see block_of_edge().
struct biconnected_parts {
  owned_values<std::uint8_t> articulation;  ///< 1 if the vertex is an articulation point, else 0.
  /// The least vertex of the vertex's 2-edge-connected component: an edge between two of them is a
  /// bridge.
  owned_values<vertex_id> two_edge_component;
  /// The block that leads to the least vertex of the connected component, named after the least of
  /// its vertices but for its head; no_vertex for that least vertex itself.
  owned_values<vertex_id> block;
  /// Of the vertices of that block the nearest to the least one of the connected component;
  /// no_vertex for that one itself.
  owned_values<vertex_id> head;
  biconnectivity_facts facts;

  void describe(report_card& card) const;
};

/// One end of an edge, with what is known of it.
struct block_member {
  vertex_id vertex;
  vertex_id block;
  vertex_id head;
};

/// The block of the edge between `a` and `b`, which are different.
[[nodiscard]] constexpr vertex_id block_of_edge(const block_member& a,
                                                const block_member& b) noexcept {
  return a.head == b.vertex ? a.block : b.block;
}

/// Finds all of these in an undirected graph. Of parallel edges none is a bridge; two vertices that
/// only they join are a block. Loops change nothing, and vertices without other edges are in no
/// block. The result is the same for every number of ranks and workers, and in every run.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is directed, or
/// if several ranks have 2^32 - 1 vertices or more; memory_error. Cost: O(V + E) by one worker
/// where there is one rank. Of several, each searches the edges that it keeps, one worker for all,
/// and has at most two edges for each vertex left, which say as much of what is biconnected
/// together; in log2(P) steps ranks bring theirs together two by two, O(V) for the rank that takes
/// part in all. Memory: 25 bytes for each owned vertex; with one rank 8 more, and 32 for each on a
/// path; with several 100 for each owned vertex and ghost and 8 for each edge, and on rank 0 200
/// for each vertex of the graph.
[[nodiscard]] biconnected_parts biconnectivity(rank_team& team, const csr_graph& graph);

}  // namespace orujo
