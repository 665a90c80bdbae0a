// Makes another graph of one that is in memory, such as an undirected of a directed one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What a simple graph does not have, as arcs of all ranks.
struct surplus_arcs {
  std::uint64_t loops = 0;
  std::uint64_t parallel = 0;        ///< Beyond the first between two vertices.
  std::uint64_t parallel_loops = 0;  ///< Of these: a loop is one arc, also of an undirected graph.

  /// How many edges are parallel to another one.
  [[nodiscard]] std::uint64_t parallel_edges(bool directed) const noexcept {
    return directed ? parallel : (parallel - parallel_loops) / 2 + parallel_loops;
  }
};

/// Looks at all rows of `graph`. Call: collective. Cost: reads every target once.
[[nodiscard]] surplus_arcs surplus_of(rank_team& team, const csr_graph& graph);

/// The rows of `graph` as an input: each rank gives the edges of its own, by the vertices' numbers.
/// `graph` outlives it. Call: local.
[[nodiscard]] std::unique_ptr<edge_input> rows_as_input(
    const csr_graph& graph, row_weights weights = row_weights::as_stored);

/// Builds a graph of all edges of `graph`, with the same vertices (isolated ones too) and input
/// ids. Call: collective. Throws: as build_graph().
[[nodiscard]] csr_graph rebuild_graph(rank_team& team, const csr_graph& graph,
                                      const build_options& options,
                                      row_weights weights = row_weights::as_stored);

}  // namespace orujo
