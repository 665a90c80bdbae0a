// Makes a graph of some vertices and edges of another, or of two graphs together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/parallel_edges.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What stays of a graph.
struct graph_selection {
  /// Of each owned vertex, by its local number, whether it stays; empty: all do, on every rank.
  std::span<const std::uint8_t> vertices = {};
  double least_weight = -std::numeric_limits<double>::infinity();  ///< Of the edges that stay.
  double greatest_weight = std::numeric_limits<double>::infinity();
  bool in_edges = true;  ///< Whether a directed graph also gets its edges by target.
};

/// The graph of the chosen vertices and of the edges between them whose weights are in the range:
/// of all vertices' choice the induced subgraph. Vertices keep what the input calls them, those
/// without edges stay, and so do loops and parallel edges.
/// Call: collective. Throws on every rank: agreed_error for wrong use if weights are asked for and
/// the graph has none, if their range is empty or of no numbers, or if a list of vertices has the
/// wrong size; memory_error. Cost: a look at each edge, a number for each ghost, and what
/// build_graph() costs for the edges that stay. Memory: as build_graph(), beside the graph that is
/// there; 16 bytes for each owned vertex and ghost.
[[nodiscard]] csr_graph extract_graph(rank_team& team, const csr_graph& graph,
                                      const graph_selection& selection);

/// How two graphs become one.
struct join_options {
  parallel_edges rule = parallel_edges::kept;  ///< What stays of edges that both have.
  /// What the owned vertices of each graph are called, instead of as their inputs call them. Both
  /// are empty on every rank, or have an id for each owned vertex.
  std::span<const std::uint64_t> first_ids = {};
  std::span<const std::uint64_t> second_ids = {};
};

/// The graph of all vertices and edges that `first` or `second` has, by what their inputs call the
/// vertices.
/// Call: collective. Throws on every rank: agreed_error for wrong use if only one is directed, has
/// weights, or names its vertices, and for bad input if one has real weights and the other whole
/// ones beyond 2^53, and for wrong use if there are ids for some vertices only; memory_error. Cost,
/// memory: as build_graph() of both.
[[nodiscard]] csr_graph join_graphs(rank_team& team, const csr_graph& first,
                                    const csr_graph& second, const join_options& options);

/// The same graph whose vertices are called 0 … V - 1, in their order. Call: local, on every rank.
[[nodiscard]] csr_graph renumbered(const rank_team& team, csr_graph graph);

}  // namespace orujo
