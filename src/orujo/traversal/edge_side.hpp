// Which edges of a vertex an algorithm follows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/graph/csr_graph.hpp"

namespace orujo {

/// In an undirected graph all are the same.
enum class edge_side : std::uint8_t {
  out,  ///< To the targets of edges.
  in,   ///< To the sources of edges that lead to the vertex.
  both
};

/// The edges of one side. Call: only if `side` is not `both`; in-edges of a directed graph only if
/// it was built with them.
[[nodiscard]] inline const adjacency& edges_of(const csr_graph& graph, edge_side side) noexcept {
  return side == edge_side::in ? graph.in_edges() : graph.out_edges();
}

/// The side that leads back.
[[nodiscard]] constexpr edge_side against(edge_side side) noexcept {
  switch (side) {
    case edge_side::out: return edge_side::in;
    case edge_side::in: return edge_side::out;
    case edge_side::both: return edge_side::both;
  }
  return side;
}

}  // namespace orujo
