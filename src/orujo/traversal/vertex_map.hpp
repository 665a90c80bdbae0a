// Acts on vertices, on all workers of the rank where there are enough.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo {

/// Runs `body(v)` for each vertex of this rank's part of `active`, in no order, on several workers
/// at once. Call: local, worker 0, outside on_workers().
template <typename Body>
void vertex_map(rank_team& team, const frontier& active, Body body) {
  const auto vertices = active.vertices();
  for_each_share(team, vertices.size(), [&](worker& /*self*/, index_range share) {
    for (std::size_t i = share.first; i < share.last; ++i) { body(vertices[i]); }
  });
}

/// The same for all vertices that this rank owns; a worker has the same ones each time.
template <typename Body>
void vertex_map(rank_team& team, const csr_graph& graph, Body body) {
  for_each_share(team, graph.num_local(), [&](worker& /*self*/, index_range share) {
    for (std::size_t v = share.first; v < share.last; ++v) { body(static_cast<local_vertex>(v)); }
  });
}

}  // namespace orujo
