// Triangles of a vertex, divided by the pairs of its neighbours.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/clustering/clustering.hpp"

#include <cstddef>
#include <functional>
#include <numeric>
#include <span>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/triangle_counting/triangle_counting.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// Those in a row of `v`, each once and not itself: the row ascends.
std::uint64_t others_in(std::span<const local_vertex> row, local_vertex v) {
  std::uint64_t count = 0;
  local_vertex last = v;
  for (const local_vertex next : row) {
    count += next != v && next != last ? 1 : 0;
    last = next;
  }
  return count;
}

/// Neighbours of `v` in any direction, each once and not itself. Rows ascend, so that those of both
/// directions are merged.
std::uint64_t neighbours_of(const csr_graph& graph, local_vertex v) {
  const auto targets = graph.out_edges().row(v);
  if (!graph.directed()) { return others_in(targets, v); }
  const auto sources = graph.in_edges().row(v);
  std::uint64_t count = 0;
  local_vertex last = v;
  for (std::size_t t = 0, s = 0; t < targets.size() || s < sources.size();) {
    const bool takes_target =
        s == sources.size() || (t < targets.size() && targets[t] <= sources[s]);
    const local_vertex next = takes_target ? targets[t++] : sources[s++];
    if (next != v && next != last) {
      ++count;
      last = next;
    }
  }
  return count;
}

std::uint64_t wedges_at(const csr_graph& graph, local_vertex v) {
  const std::uint64_t degree = neighbours_of(graph, v);
  return degree < 2 ? 0 : degree * (degree - 1) / 2;
}

/// Of each owned vertex how many edges join its neighbours: of a directed graph each edge for
/// itself, so that there may be two for each wedge.
vertex_triangles joined_neighbours(rank_team& team, const csr_graph& graph) {
  return graph.directed() ? arcs_between_neighbours(team, graph) : triangles_by_vertex(team, graph);
}

}  // namespace

void clustering_coefficients::describe(report_card& card) const {
  for (const report_entry& each : choices.entries()) { card.add(each.section, each.row); }
}

clustering_coefficients clustering(rank_team& team, const csr_graph& graph, clustering_rule rule) {
  require_everywhere(!graph.directed() || rule == clustering_rule::directed,
                     "clustering: the graph is directed; build it undirected");
  const vertex_triangles joined = joined_neighbours(team, graph);
  const double most_edges = graph.directed() ? 2 : 1;  // between two neighbours
  clustering_coefficients found{.coefficient = huge_array<double>(graph.num_local()), .facts = {}};
  joined.all.describe(found.choices);
  const auto set = [&](local_vertex v) {
    const std::uint64_t wedges = wedges_at(graph, v);
    found.coefficient[v] = wedges == 0 ? 0
                                       : static_cast<double>(joined.at[v]) /
                                             (most_edges * static_cast<double>(wedges));
    return wedges;
  };
  found.facts.wedges = vertex_reduce(team, graph, set, std::plus<>());
  const auto edges_at = [&](local_vertex v) { return joined.at[v]; };
  const auto edges = static_cast<double>(vertex_reduce(team, graph, edges_at, std::plus<>()));
  // One after the other: their order, and so the last digit, does not depend on the workers.
  const double coefficients =
      std::accumulate(found.coefficient.begin(), found.coefficient.end(), 0.0);
  const auto vertices = static_cast<double>(graph.num_vertices());
  const auto wedges = static_cast<double>(found.facts.wedges);
  found.facts.triangles = joined.all.triangles;
  found.facts.average = vertices > 0 ? all_sum(team, coefficients) / vertices : 0;
  found.facts.transitivity = wedges > 0 ? edges / (most_edges * wedges) : 0;
  return found;
}

}  // namespace orujo
