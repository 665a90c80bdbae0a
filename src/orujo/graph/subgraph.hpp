// Makes a graph of some vertices and edges of one that is in memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What stays of a graph.
struct subgraph_choice {
  /// For each owned vertex 0 if it goes; empty: all stay. An edge stays if both its ends do.
  std::span<const std::uint8_t> vertices = {};
  /// Edges stay whose weights are not below or above these. Edges without weights count 1.
  double least_weight = -std::numeric_limits<double>::infinity();
  double most_weight = std::numeric_limits<double>::infinity();
};

/// Builds the graph of the vertices and edges of `graph` that stay, with loops, parallel edges,
/// weights, input ids and isolated vertices as they are there, and in-edges if `graph` has them.
/// Vertices are numbered anew, in the same order. Call: collective. Throws: usage_error if
/// `choice.vertices` has another length than there are owned vertices; as build_graph().
/// Cost: reads every edge once; a number for each mirror and ghost; building what stays.
[[nodiscard]] csr_graph subgraph(rank_team& team, const csr_graph& graph,
                                 const subgraph_choice& choice);

}  // namespace orujo
