// Rows as files want them: with the vertices' numbers, ascending.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/graph/csr_graph.hpp"

namespace orujo::io {

/// Calls `visit(target, place)` for each arc of row `v`, ascending by the target's id; `target` is
/// a local number, `place` that of the arc in the arrays of `edges`.
/// A row holds own vertices first; among the others, some have smaller ids.
template <typename Visit>
void visit_in_order(const csr_graph& graph, const adjacency& edges, local_vertex v, Visit visit) {
  const std::span<const local_vertex> row = edges.row(v);
  const auto ghosts = std::lower_bound(row.begin(), row.end(), graph.num_local());
  const auto above = std::partition_point(
      ghosts, row.end(), [&](local_vertex ghost) { return graph.global(ghost) < graph.global(v); });
  const std::size_t own = static_cast<std::size_t>(ghosts - row.begin());
  const std::size_t below = static_cast<std::size_t>(above - row.begin());
  const auto visit_range = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) { visit(row[i], edges.offsets[v] + i); }
  };
  visit_range(own, below);
  visit_range(0, own);
  visit_range(below, row.size());
}

}  // namespace orujo::io
