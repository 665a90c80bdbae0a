// The dependencies of one source after the other, added up at each vertex.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "orujo/algorithms/betweenness/betweenness.hpp"
#include "orujo/algorithms/betweenness/flow.hpp"
#include "orujo/algorithms/betweenness/thin_levels.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/tasks/touched_array.hpp"
#include "orujo/traversal/depth_search.hpp"

namespace orujo::between {

inline constexpr std::size_t values_per_chunk = std::size_t{1} << 16U;

inline void clear(rank_team& team, huge_array<double>& values) {
  parallel_for(team, values.size(), values_per_chunk, [&](std::size_t first, std::size_t last) {
    std::fill(values.begin() + first, values.begin() + last, 0.0);
  });
}

/// Searches by levels, on all workers of all ranks, and carries values between levels.
class level_walks {
public:
  /// Call: collective.
  level_walks(rank_team& team, const csr_graph& graph, betweenness_method method)
      : team_(team),
        graph_(graph),
        search_(team, graph, "betweenness"),
        flow_(team, graph, method),
        paths_(touched_array<double>(team, std::size_t{graph.num_local()} + graph.num_ghosts())),
        gifts_(touched_array<double>(team, paths_.size())),
        sums_(touched_array<double>(team, paths_.size())) {}

  /// Adds the dependencies of `source` to `score`. Call: collective. Throws: agreed_error.
  level_totals add(vertex_id source, std::span<double> score) {
    const depth_map& found = search_.run(source);
    flow_.take(found);
    const bool are_countable = count_paths(source);
    if (are_countable) { add_up(score); }
    return {.edges_reached = flow_.edges_reached(),
            .depth_sum = found.facts.depth_sum,
            .max_depth = found.facts.max_depth,
            .are_paths_countable = are_countable};
  }

  [[nodiscard]] std::uint64_t num_pushed() const noexcept { return flow_.num_pushed(); }
  [[nodiscard]] std::uint64_t num_pulled() const noexcept { return flow_.num_pulled(); }

private:
  /// Down the levels: the number of shortest paths to each vertex. Returns whether all are finite.
  bool count_paths(vertex_id source) {
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
    return all_max(team_, too_many.load(std::memory_order_relaxed) ? 1 : 0) == 0;
  }

  /// Up the levels, without the source: what each vertex gives is (1 + dependency) / paths.
  void add_up(std::span<double> score) {
    clear(team_, gifts_);
    clear(team_, sums_);
    const std::size_t deepest = flow_.num_levels() - 1;
    for (std::size_t level = deepest; level > 0; --level) {
      if (level < deepest) { flow_.carry({level + 1, level, gifts_.span(), sums_.span()}); }
      flow_.for_each(level, [&](local_vertex v) {
        gifts_[v] = sums_[v] + 1 / paths_[v];
        score[v] += sums_[v] * paths_[v];
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
};

/// Adds up the dependencies of one source after the other.
class dependencies {
public:
  /// Call: collective.
  dependencies(rank_team& team, const csr_graph& graph, betweenness_method method)
      : team_(team), graph_(graph), score_(touched_array<double>(team, graph.num_local())) {
    facts_.method = method;
    if (method == betweenness_method::direction_optimizing && thin_levels::fit(team, graph)) {
      thin_.emplace(team, graph);
    }
  }

  /// Call: collective. Throws: agreed_error.
  void add(vertex_id source) {
    const level_totals totals = totals_of(source);
    require_everywhere(totals.are_paths_countable,
                       "betweenness: there are more shortest paths between two vertices than a "
                       "double can count");
    ++facts_.sources;
    facts_.edges_reached += totals.edges_reached;
    facts_.depth_sum += totals.depth_sum;
    facts_.max_depth = std::max(facts_.max_depth, totals.max_depth);
  }

  betweenness_scores take(double factor) && {
    parallel_for(team_, score_.size(), values_per_chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) { score_[v] *= factor; }
    });
    if (walks_) {
      facts_.pushed_levels = walks_->num_pushed();
      facts_.pulled_levels = walks_->num_pulled();
    }
    return {std::move(score_), facts_};
  }

private:
  level_totals totals_of(vertex_id source) {
    if (thin_) {  // there is one rank, which owns all vertices
      if (const auto found = thin_->add(graph_.local(source), score_.span())) {
        ++facts_.thin_sources;
        return *found;
      }
    }
    if (!walks_) { walks_.emplace(team_, graph_, facts_.method); }
    return walks_->add(source, score_.span());
  }

  rank_team& team_;
  const csr_graph& graph_;
  std::optional<thin_levels> thin_;
  std::optional<level_walks> walks_;  // from the first source on that has a thick level
  huge_array<double> score_;          // of owned vertices
  betweenness_facts facts_;
};

}  // namespace orujo::between
