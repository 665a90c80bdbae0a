// The dependencies of one source after the other, added up at each vertex.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "orujo/algorithms/betweenness/betweenness.hpp"
#include "orujo/algorithms/betweenness/flow.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/depth_search.hpp"

namespace orujo::between {

inline constexpr std::size_t values_per_chunk = std::size_t{1} << 16U;

inline void clear(rank_team& team, huge_array<double>& values) {
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

}  // namespace orujo::between
