// What a rank calls a vertex, if it knows it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "orujo/graph/csr_graph.hpp"

namespace orujo {

/// The local number of vertex v, if this rank owns it or has it as a ghost; nothing for any
/// other number. Call: local. Cost: for a ghost, a bisection of those that its owner has here.
[[nodiscard]] inline std::optional<local_vertex> known_vertex(const csr_graph& graph,
                                                              vertex_id v) noexcept {
  if (graph.owns(v)) { return graph.local(v); }
  if (v >= graph.num_vertices()) { return std::nullopt; }
  auto [first, last] = graph.ghost_range(graph.owner(v));  // which ascend
  const local_vertex end = last;
  while (first < last) {
    const local_vertex middle = first + (last - first) / 2;
    if (graph.global(middle) < v) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first < end && graph.global(first) == v ? std::optional(first) : std::nullopt;
}

}  // namespace orujo
