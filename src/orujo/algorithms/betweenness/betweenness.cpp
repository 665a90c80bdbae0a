// Brandes' algorithm over the levels of a breadth-first search.
//
// Brandes (2001): paths(v) = sum of paths(u) over the neighbours u one level less deep, and
// dependency(v) = paths(v) * sum of (1 + dependency(w)) / paths(w) over those one level deeper.
// That every vertex looks at its successors, not its predecessors, is from Madduri et al. (2009).
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/betweenness/betweenness.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>

#include <fmt/format.h>

#include "orujo/algorithms/betweenness/flow.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"

namespace orujo {

namespace between {

namespace {

constexpr std::size_t values_per_chunk = std::size_t{1} << 16U;

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

void clear(rank_team& team, huge_array<double>& values) {
  parallel_for(team, values.size(), values_per_chunk, [&](std::size_t first, std::size_t last) {
    std::fill(values.begin() + first, values.begin() + last, 0.0);
  });
}

/// Adds up the dependencies of one source after the other.
class dependencies {
public:
  dependencies(rank_team& team, const csr_graph& graph, betweenness_method method)
      : team_(team),
        graph_(graph),
        search_(team, graph, "betweenness"),
        flow_(team, graph, method),
        paths_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        gifts_(paths_.size()),
        sums_(paths_.size()),
        score_(graph.num_local()) {
    facts_.method = method;
  }

  void add(vertex_id source) {
    const depth_map& found = search_.run(source);
    flow_.take(found);
    count_paths(source);
    add_up();
    ++facts_.sources;
    facts_.edges_reached += flow_.edges_reached();
    facts_.depth_sum += found.facts.depth_sum;
    facts_.max_depth = std::max(facts_.max_depth, found.facts.max_depth);
  }

  betweenness_scores take(double factor) && {
    parallel_for(team_, score_.size(), values_per_chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) { score_[v] *= factor; }
    });
    facts_.pushed_levels = flow_.num_pushed();
    facts_.pulled_levels = flow_.num_pulled();
    return {std::move(score_), facts_};
  }

private:
  /// Down the levels: the number of shortest paths to each vertex.
  void count_paths(vertex_id source) {
    clear(team_, paths_);
    clear(team_, sums_);
    if (graph_.owns(source)) { paths_[graph_.local(source)] = 1; }
    std::atomic<bool> too_many = false;
    for (std::size_t level = 1; level < flow_.num_levels(); ++level) {
      flow_.carry({level - 1, level, paths_.span(), sums_.span()});
      flow_.for_each(level, [&](local_vertex v) {
        paths_[v] = sums_[v];
        // relaxed: read behind the loop
        if (!std::isfinite(sums_[v])) { too_many.store(true, std::memory_order_relaxed); }
      });
    }
    require_everywhere(
        all_max(team_, too_many.load(std::memory_order_relaxed) ? 1 : 0) == 0,
        "betweenness: there are more shortest paths between two vertices than a double can count");
  }

  /// Up the levels, without the source: what each vertex gives is (1 + dependency) / paths.
  void add_up() {
    clear(team_, gifts_);
    clear(team_, sums_);
    const std::size_t deepest = flow_.num_levels() - 1;
    for (std::size_t level = deepest; level > 0; --level) {
      if (level < deepest) { flow_.carry({level + 1, level, gifts_.span(), sums_.span()}); }
      flow_.for_each(level, [&](local_vertex v) {
        gifts_[v] = sums_[v] + 1 / paths_[v];
        score_[v] += sums_[v] * paths_[v];
      });
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  depth_search search_;
  level_flow flow_;
  // All over owned vertices and ghosts.
  huge_array<double> paths_;
  huge_array<double> gifts_;
  huge_array<double> sums_;
  huge_array<double> score_;
  betweenness_facts facts_;
};

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
  require_room(team, graph, "betweenness", {.per_vertex = 36, .per_ghost = 64});
  between::dependencies all(team, graph, options.method);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    // With one rank nothing else looks whether the run was interrupted.
    static_cast<void>(team.progress_or_flush(team.worker_at(0)));
    all.add(sources[i]);
    if (options.on_source) { options.on_source(i + 1); }
  }
  return std::move(all).take(between::factor_of(graph, sources.size(), options));
}

std::vector<vertex_id> vertices_with_edges(rank_team& team, const csr_graph& graph) {
  std::vector<vertex_id> own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (graph.out_edges().degree(v) > 0) { own.push_back(graph.global(v)); }
  }
  if (team.size() == 1) { return own; }
  std::vector<vertex_id> all;
  for (const auto& part : all_gather(team, std::span<const vertex_id>(own))) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

void betweenness_scores::describe(report_card& card) const {
  constexpr std::array<const char*, 3> names = {"direction-optimizing", "pull", "push"};
  card.add(report_section::algorithm,
           {"steps between levels",
            names[static_cast<std::size_t>(facts.method)],
            {{"pushed", static_cast<double>(facts.pushed_levels), "levels"},
             {"pulled", static_cast<double>(facts.pulled_levels), "levels"}}});
}

}  // namespace orujo
