// Counts triangles: of a graph, of each vertex, or the edges between neighbours of each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What was found and how; the same on every rank.
struct triangle_count {
  std::uint64_t triangles = 0;
  std::uint64_t looks = 0;  ///< At a neighbour, or at up to 32 of them in one word.
  std::uint64_t rows_sent =
      0;                ///< Rows of vertices, each to a rank that has the vertex in its own.
  bool merged = false;  ///< Whether the rows of the graph were merged as they are.

  triangle_count& operator+=(const triangle_count& more) noexcept {
    triangles += more.triangles;
    looks += more.looks;
    rows_sent += more.rows_sent;
    return *this;
  }

  void describe(report_card& card) const;
};

/// Counts the sets of three vertices that are all joined by edges. Directions of edges, loops and
/// parallel edges make no difference.
///
/// Each edge belongs to its end of lower degree (of higher id, if degrees are alike). The
/// neighbours that a vertex has so, its row, are marked in a set, and the rows of each of them are
/// looked up in it; of those of other ranks, each is sent once to a rank that needs it. In one
/// rank, rows of an undirected graph of small degrees are merged as they are. Call: collective.
/// Throws on every rank: agreed_error for wrong use if the graph is directed and was built without
/// in-edges, or, with several ranks, if 2^32 vertices or more have two edges; memory_error. Cost:
/// O(E^1.5) looks at worst; with several ranks a message for each row and rank that needs it, at
/// most min(P - 1, neighbours of lower degree) for a vertex, of up to 4 bytes for each neighbour of
/// higher degree. Memory: 24 bytes for each owned vertex and ghost, a bit for each vertex of the
/// graph on each worker, and up to 4 bytes for each edge; with several ranks besides, 2 bits for
/// each vertex of the graph and the rows of other ranks, which come in rounds if they would take
/// more than the graph does on the rank, and more than 16 MiB.
[[nodiscard]] triangle_count count_triangles(rank_team& team, const csr_graph& graph);

/// Triangles, and at which vertices they are.
struct vertex_triangles {
  triangle_count all;
  huge_array<std::uint64_t> at;  ///< Element i: those of the owned vertex with the local number i.
};

/// The same, and in how many of the triangles each vertex is.
/// Call: collective. Throws: as count_triangles(). Cost: besides, three additions for each
/// triangle, and one value for each ghost. Memory: besides, 8 bytes for each owned vertex and
/// ghost.
[[nodiscard]] vertex_triangles triangles_by_vertex(rank_team& team, const csr_graph& graph);

/// The same of a directed graph, but `at` has how many edges lead from one neighbour of a vertex to
/// another one, by their directions, where a neighbour is joined with it in any direction: of each
/// of its triangles the one edge or the two between its other vertices. Call: collective. Throws:
/// as count_triangles(). Cost: besides, as many looks again. Memory: besides, up to as much again.
[[nodiscard]] vertex_triangles arcs_between_neighbours(rank_team& team, const csr_graph& graph);

}  // namespace orujo
