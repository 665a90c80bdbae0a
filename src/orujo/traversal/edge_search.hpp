// Whether there is an edge between two vertices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo {

/// Whether an edge leads from owned vertex `from` to `to`, any vertex of the graph. Call: any
/// worker. Cost: a search in the sorted row of `from`.
[[nodiscard]] inline bool leads_to(const csr_graph& graph, local_vertex from, vertex_id to) {
  const auto row = graph.out_edges().row(from);
  if (graph.owns(to)) { return std::binary_search(row.begin(), row.end(), graph.local(to)); }
  // Within a row ghosts ascend behind owned vertices, by local number and so by id.
  const auto at = std::lower_bound(row.begin(), row.end(), to, [&](local_vertex a, vertex_id b) {
    return graph.is_owned(a) || graph.global(a) < b;
  });
  return at != row.end() && graph.global(*at) == to;
}

}  // namespace orujo
