// Sorts by counting the edges of each source.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/forest_order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/epochs/owner_exchange.hpp"

namespace orujo {

namespace {

huge_array<forest_edge> sort(const csr_graph& graph, std::span<const forest_edge> edges) {
  std::vector<std::size_t> next(std::size_t{graph.num_local()} + 1);
  for (const forest_edge& edge : edges) { ++next[graph.local(edge.source) + 1]; }
  for (std::size_t v = 1; v < next.size(); ++v) { next[v] += next[v - 1]; }
  huge_array<forest_edge> sorted(next.back());
  for (const forest_edge& edge : edges) { sorted[next[graph.local(edge.source)]++] = edge; }
  std::size_t first = 0;  // now next[v] is behind the edges of v
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    std::sort(sorted.begin() + first, sorted.begin() + next[v],
              [](const forest_edge& a, const forest_edge& b) { return a.target < b.target; });
    first = next[v];
  }
  return sorted;
}

}  // namespace

huge_array<forest_edge> forest_in_order(rank_team& team, const csr_graph& graph,
                                        std::span<const forest_edge> edges) {
  if (team.size() == 1) { return sort(graph, edges); }
  return sort(graph, carry_to_owners(team, edges, [&](const forest_edge& edge) {
                return graph.owner(edge.source);
              }));
}

}  // namespace orujo
