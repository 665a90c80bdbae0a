// Acts on vertices, or combines values of them, on all workers of the rank where there are enough.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/parallel_reduce.hpp"
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

/// Combines `body(v)` of all vertices of all ranks; the result on every rank. What there is before
/// the first vertex is T{}, which changes nothing that it is combined with. `combine(a, b)` is
/// associative and commutative. Call: collective; worker 0, outside on_workers().
template <typename Body, typename Combine>
[[nodiscard]] auto vertex_reduce(rank_team& team, const csr_graph& graph, Body body,
                                 Combine combine) {
  const auto of_share = [&](index_range share) {
    std::invoke_result_t<Body&, local_vertex> all{};
    for (std::size_t v = share.first; v < share.last; ++v) {
      all = combine(all, body(static_cast<local_vertex>(v)));
    }
    return all;
  };
  return parallel_reduce(team, graph.num_local(), of_share, combine);
}

}  // namespace orujo
