// Sums over breadth-first searches.
//
// Invariant: after k sources, the sums of a vertex are those over the distances from the first k
// sources to it, added in their order.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/closeness/closeness.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/level_search/level_search.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// What is known of the distances to one vertex.
struct distance_sums {
  double inverse = 0;
  std::uint64_t hops = 0;
  std::uint64_t from = 0;  // vertices
};

/// Adds the distance to each vertex that is reached.
struct distance_adder {
  using value_type = no_value;

  distance_sums* sums;

  void reach(local_vertex v, no_value, std::uint32_t depth) const noexcept {
    if (depth == 0) { return; }
    distance_sums& own = sums[v];
    own.inverse += 1.0 / depth;
    own.hops += depth;
    ++own.from;
  }
  void fetch(local_vertex v) const noexcept { prefetch_to_write(&sums[v]); }
};

class nearness {
public:
  nearness(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        sums_(graph.num_local()),
        search_(team, graph, distance_adder{sums_.data()},
                {.name = "closeness", .kept_bytes = sizeof(distance_sums) + 2 * sizeof(double)}) {}

  void add(vertex_id source) {
    const search_facts found = search_.run({.source = source});
    if (graph_.owns(source)) {
      arcs_of_sources_ += graph_.out_edges().degree(graph_.local(source));
    }
    ++facts_.sources;
    facts_.pairs += found.reached - 1;
    facts_.distance_sum += found.depth_sum;
    facts_.max_distance = std::max(facts_.max_distance, found.max_depth);
  }

  /// `scale`: how many vertices each source stands for.
  [[nodiscard]] closeness_scores scores(double scale) {
    closeness_scores found{.harmonic = huge_array<double>(graph_.num_local()),
                           .closeness = huge_array<double>(graph_.num_local()),
                           .facts = facts_};
    const double others = static_cast<double>(graph_.num_vertices()) - 1;
    vertex_map(team_, graph_, [&](local_vertex v) {
      const auto from = static_cast<double>(sums_[v].from);
      found.harmonic[v] = scale * sums_[v].inverse;
      found.closeness[v] =
          from > 0 ? scale * from * from / (static_cast<double>(sums_[v].hops) * others) : 0;
    });
    const auto arcs_at = [&](local_vertex v) {
      return sums_[v].from * std::uint64_t{graph_.out_edges().degree(v)};
    };
    found.facts.edges_reached =
        vertex_reduce(team_, graph_, arcs_at, std::plus<>()) + all_sum(team_, arcs_of_sources_);
    return found;
  }

private:
  rank_team& team_;
  const csr_graph& graph_;
  huge_array<distance_sums> sums_;
  level_search<distance_adder> search_;
  std::uint64_t arcs_of_sources_ = 0;  // out of those that this rank owns
  closeness_facts facts_;
};

}  // namespace

void closeness_scores::describe(report_card& card) const {
  card.add(report_section::algorithm, {"distances",
                                       "a breadth-first search from each source",
                                       {{"sources", static_cast<double>(facts.sources), ""}}});
}

closeness_scores closeness(rank_team& team, const csr_graph& graph,
                           std::span<const vertex_id> sources, const closeness_options& options) {
  const vertex_id vertices = graph.num_vertices();
  for (const vertex_id source : sources) {
    require_everywhere(source < vertices,
                       fmt::format("closeness: source {} is not a vertex: there are {} of them",
                                   source, vertices));
  }
  nearness near(team, graph);
  std::uint64_t done = 0;
  for (const vertex_id source : sources) {
    near.add(source);
    if (options.on_source) { options.on_source(++done); }
  }
  const bool stands_for_others = options.candidates > 0 && !sources.empty();
  return near.scores(stands_for_others ? static_cast<double>(options.candidates) /
                                             static_cast<double>(sources.size())
                                       : 1);
}

}  // namespace orujo
