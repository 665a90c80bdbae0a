// The out-edges of all vertices that a rank knows, ghosts included.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::vertex_programs {

/// For each owned vertex and ghost, the targets of its out-edges that this rank knows, by local
/// number, ascending: all of those that a vertex here has in common with it. With one rank nothing
/// is copied.
class neighbour_rows {
public:
  /// Call: collective. Cost: each row goes to each rank that has its vertex as a ghost. Memory: 4
  /// bytes for each edge of a ghost to a vertex that this rank knows.
  neighbour_rows(rank_team& team, const csr_graph& graph);

  [[nodiscard]] std::span<const local_vertex> of(local_vertex v) const noexcept {
    return graph_.is_owned(v) ? graph_.out_edges().row(v) : rows_[v - graph_.num_local()];
  }

private:
  const csr_graph& graph_;
  std::vector<std::vector<local_vertex>> rows_;  // of ghosts
};

}  // namespace orujo::vertex_programs
