// Triangles of a vertex, divided by the pairs of its neighbours.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/clustering/clustering.hpp"

#include <functional>
#include <numeric>

#include "orujo/algorithms/triangles/triangles.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// Neighbours of `v`, each once and not itself. Rows ascend, so that equal ones lie together.
std::uint64_t neighbours_of(const csr_graph& graph, local_vertex v) {
  std::uint64_t count = 0;
  local_vertex last = v;
  for (const local_vertex target : graph.out_edges().row(v)) {
    if (target != v && target != last) {
      ++count;
      last = target;
    }
  }
  return count;
}

std::uint64_t wedges_at(const csr_graph& graph, local_vertex v) {
  const std::uint64_t degree = neighbours_of(graph, v);
  return degree < 2 ? 0 : degree * (degree - 1) / 2;
}

}  // namespace

void clustering_coefficients::describe(report_card& card) const {
  for (const report_entry& each : choices.entries()) { card.add(each.section, each.row); }
}

clustering_coefficients clustering(rank_team& team, const csr_graph& graph) {
  require_everywhere(!graph.directed(), "clustering: the graph is directed; build it undirected");
  const vertex_triangles triangles = triangles_by_vertex(team, graph);
  clustering_coefficients found{.coefficient = huge_array<double>(graph.num_local()), .facts = {}};
  triangles.all.describe(found.choices);
  const auto set = [&](local_vertex v) {
    const std::uint64_t wedges = wedges_at(graph, v);
    found.coefficient[v] =
        wedges == 0 ? 0 : static_cast<double>(triangles.at[v]) / static_cast<double>(wedges);
    return wedges;
  };
  found.facts.wedges = vertex_reduce(team, graph, set, std::plus<>());
  // One after the other: their order, and so the last digit, does not depend on the workers.
  const double coefficients =
      std::accumulate(found.coefficient.begin(), found.coefficient.end(), 0.0);
  const auto vertices = static_cast<double>(graph.num_vertices());
  found.facts.triangles = triangles.all.triangles;
  found.facts.average = vertices > 0 ? all_sum(team, coefficients) / vertices : 0;
  found.facts.transitivity =
      found.facts.wedges > 0
          ? 3 * static_cast<double>(found.facts.triangles) / static_cast<double>(found.facts.wedges)
          : 0;
  return found;
}

}  // namespace orujo
