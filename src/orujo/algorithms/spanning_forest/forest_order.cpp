// Sorts by counting the edges of each source.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/forest_order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// What the ranks have for each other; a list for each rank that sent some.
std::vector<std::vector<forest_edge>> carry(rank_team& team, const csr_graph& graph,
                                            std::span<const forest_edge> edges) {
  std::vector<std::vector<forest_edge>> outgoing(static_cast<std::size_t>(team.size()));
  for (const forest_edge& edge : edges) {
    outgoing[static_cast<std::size_t>(index_of(graph.owner(edge.source)))].push_back(edge);
  }
  return all_to_all_v(team, outgoing);
}

huge_array<forest_edge> sort(const csr_graph& graph,
                             const std::vector<std::span<const forest_edge>>& lists) {
  std::vector<std::size_t> next(std::size_t{graph.num_local()} + 1);
  for (const auto& list : lists) {
    for (const forest_edge& edge : list) { ++next[graph.local(edge.source) + 1]; }
  }
  for (std::size_t v = 1; v < next.size(); ++v) { next[v] += next[v - 1]; }
  huge_array<forest_edge> sorted(next.back());
  for (const auto& list : lists) {
    for (const forest_edge& edge : list) { sorted[next[graph.local(edge.source)]++] = edge; }
  }
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
  if (team.size() == 1) { return sort(graph, {edges}); }
  const std::vector<std::vector<forest_edge>> arrived = carry(team, graph, edges);
  return sort(graph, {arrived.begin(), arrived.end()});
}

}  // namespace orujo
