// Triangles of a vertex, divided by the pairs of its neighbours.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/clustering/clustering.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "orujo/algorithms/triangles/triangles.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

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

struct sums {
  double coefficients = 0;
  std::uint64_t wedges = 0;
};

/// Sets the coefficients of owned vertices first … last-1.
sums set_range(const csr_graph& graph, std::span<const std::uint64_t> triangles,
               std::span<double> coefficient, std::size_t first) {
  sums found;
  for (std::size_t i = 0; i < coefficient.size(); ++i) {
    const std::uint64_t degree = neighbours_of(graph, static_cast<local_vertex>(first + i));
    const std::uint64_t wedges = degree < 2 ? 0 : degree * (degree - 1) / 2;
    coefficient[i] =
        wedges == 0 ? 0 : static_cast<double>(triangles[first + i]) / static_cast<double>(wedges);
    found.coefficients += coefficient[i];
    found.wedges += wedges;
  }
  return found;
}

}  // namespace

void clustering_coefficients::describe(report_card& card) const {
  for (const report_entry& each : choices.entries()) { card.add(each.section, each.row); }
}

clustering_coefficients clustering(rank_team& team, const csr_graph& graph) {
  require_everywhere(!graph.directed(), "clustering: the graph is directed; build it undirected");
  constexpr std::size_t vertices_per_chunk = 4096;
  const vertex_triangles triangles = triangles_by_vertex(team, graph);
  clustering_coefficients found{.coefficient = huge_array<double>(graph.num_local()), .facts = {}};
  triangles.all.describe(found.choices);
  // One sum for each chunk: their order, and so the last digit, does not depend on the workers.
  std::vector<sums> of_chunks(graph.num_local() / vertices_per_chunk + 1);
  parallel_for(
      team, graph.num_local(), vertices_per_chunk, [&](std::size_t first, std::size_t last) {
        // One worker is given all of them at once.
        for (std::size_t from = first; from < last; from += vertices_per_chunk) {
          const std::size_t count = std::min(vertices_per_chunk, last - from);
          of_chunks[from / vertices_per_chunk] = set_range(
              graph, triangles.at.span(), found.coefficient.span().subspan(from, count), from);
        }
      });
  sums all;
  for (const sums& each : of_chunks) {
    all.coefficients += each.coefficients;
    all.wedges += each.wedges;
  }
  const auto vertices = static_cast<double>(graph.num_vertices());
  found.facts.triangles = triangles.all.triangles;
  found.facts.wedges = all_sum(team, all.wedges);
  found.facts.average = vertices > 0 ? all_sum(team, all.coefficients) / vertices : 0;
  found.facts.transitivity =
      found.facts.wedges > 0
          ? 3 * static_cast<double>(found.facts.triangles) / static_cast<double>(found.facts.wedges)
          : 0;
  return found;
}

}  // namespace orujo
