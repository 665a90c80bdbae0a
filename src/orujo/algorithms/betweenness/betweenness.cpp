// Brandes' algorithm over the levels of a breadth-first search.
//
// Brandes (2001): paths(v) = sum of paths(u) over the neighbours u one level less deep, and
// dependency(v) = paths(v) * sum of (1 + dependency(w)) / paths(w) over those one level deeper.
// That every vertex looks at its successors, not its predecessors, is from Madduri et al. (2009).
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/betweenness/betweenness.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/betweenness/dependencies.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"

namespace orujo {

namespace between {

namespace {

void check(const csr_graph& graph, std::span<const vertex_id> sources,
           const betweenness_options& options) {
  const vertex_id vertices = graph.num_vertices();
  for (const vertex_id source : sources) {
    require_everywhere(source < vertices,
                       fmt::format("betweenness: source {} is not a vertex: there are {} of them",
                                   source, vertices));
  }
  require_everywhere(options.candidates <= vertices,
                     "betweenness: there are more candidates than vertices");
  require_everywhere(
      options.method == betweenness_method::direction_optimizing || !graph.directed() ||
          graph.has_in_edges(),
      "betweenness: push and pull need the in-edges of a directed graph; build it with them, or "
      "use direction_optimizing");
}

/// What a dependency is multiplied by.
double factor_of(const csr_graph& graph, std::size_t sources, const betweenness_options& options) {
  if (options.scale == betweenness_scale::dependency || sources == 0) { return 1; }
  const auto vertices = static_cast<double>(graph.num_vertices());
  const double candidates =
      options.candidates > 0 ? static_cast<double>(options.candidates) : vertices;
  const double all_sources = candidates / static_cast<double>(sources);
  if (options.scale == betweenness_scale::pairs) {
    return all_sources / (graph.directed() ? 1 : 2);
  }
  return vertices > 2 ? all_sources / ((vertices - 1) * (vertices - 2)) : 0;
}

}  // namespace

}  // namespace between

betweenness_scores betweenness(rank_team& team, const csr_graph& graph,
                               std::span<const vertex_id> sources,
                               const betweenness_options& options) {
  between::check(graph, sources, options);
  const bool may_be_thin = between::thin_levels::fit(team, graph);
  require_room(
      team, graph, "betweenness",
      {.per_vertex = may_be_thin ? 56U : 36U, .per_ghost = 64, .per_edge = may_be_thin ? 4U : 0U});
  between::dependencies all(team, graph, options.method);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    // With one rank nothing else looks whether the run was interrupted.
    static_cast<void>(team.progress_or_flush(team.worker_at(0)));
    all.add(sources[i]);
    if (options.on_source) { options.on_source(i + 1); }
  }
  return std::move(all).take(between::factor_of(graph, sources.size(), options));
}

void betweenness_scores::describe(report_card& card) const {
  constexpr std::array<const char*, 3> names = {"direction-optimizing", "pull", "push"};
  card.add(report_section::algorithm,
           {"steps between levels",
            names[static_cast<std::size_t>(facts.method)],
            {{"pushed", static_cast<double>(facts.pushed_levels), "levels"},
             {"pulled", static_cast<double>(facts.pulled_levels), "levels"},
             {"in thin levels", static_cast<double>(facts.thin_sources), "sources"}}});
}

}  // namespace orujo
