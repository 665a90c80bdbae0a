// Trussness: how tightly the ends of each edge are tied together by others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// An edge from its lesser to its greater end.
struct truss_edge {
  vertex_id source;
  vertex_id target;
  /// The largest k with a subgraph that has the edge, and each edge of which is in k - 2 triangles
  /// there; 2 if the edge is in no triangle.
  std::uint32_t trussness;
  std::uint32_t round;  ///< From 0: when the edge was taken away.
};

/// What was found and how; the same on every rank, and for every team.
struct truss_facts {
  std::uint64_t edges = 0;          ///< Each once, without loops.
  std::uint64_t triangles = 0;      ///< Of the whole graph.
  std::uint32_t max_trussness = 0;  ///< 0 if there is no edge.
  std::uint64_t edges_of_max = 0;   ///< Edges of that trussness.
  std::uint32_t rounds = 0;         ///< Each took away what could be taken away at once.
};

/// Trussness of all edges, spread over the ranks: each holds the edges whose source it owns.
struct truss_numbers {
  huge_array<truss_edge> edges;  ///< Ascending by source, then target.
  truss_facts facts;

  void describe(report_card& card) const;
};

/// Peels the graph (Cohen 2008; Wang and Cheng 2012): with k from 2 upwards, takes away in rounds
/// all edges that are in at most k - 2 triangles of edges that are left; k is their trussness. A
/// round takes away all such edges that there are when it begins, so rounds, too, are the same for
/// every number of ranks and workers, and in every run. Loops do not count, and parallel edges are
/// one.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is directed, has
/// 2^32 - 1 vertices or more, or has 2^32 - 1 edges or more on one rank; memory_error. Cost: rows
/// of both ends of an edge are intersected once to begin with, and once more when it is taken away:
/// as much as the shorter one has entries, but for logarithms. There are two barriers for each
/// round, and a look at all edges that are left for each trussness that there is. With several
/// ranks the shorter row is sent to the rank that has the other, 4 bytes for each entry, and 12 for
/// each triangle that loses an edge of another rank. Memory: 20 bytes for each owned vertex and 8
/// for each of its neighbours; 60 for each edge.
[[nodiscard]] truss_numbers truss(rank_team& team, const csr_graph& graph);

}  // namespace orujo
