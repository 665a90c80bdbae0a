// The steps of PageRank, until scores hardly change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/algorithms/pagerank/start.hpp"
#include "orujo/algorithms/pagerank/steps.hpp"
#include "orujo/algorithms/pagerank/vectors.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::page_rank {

/// One run: values of type T, sums that come in by way of Sums.
template <std::floating_point T, typename Sums>
class iteration {
public:
  /// `more` is what sums need beside team and graph.
  template <typename... More>
  iteration(rank_team& team, const csr_graph& graph, const pagerank_options& options,
            const More&... more)
      : team_(team),
        graph_(graph),
        options_(options),
        teleports_(team, graph, options),
        vectors_(graph),
        sums_(team, graph, more...),
        looks_(team) {}

  pagerank_scores run() {
    double mass = start();
    const bool accelerated = options_.steps == pagerank_steps::accelerated && !graph_.directed();
    pagerank_facts facts{
        .value_bytes = sizeof(T),
        .method = options_.method,
        .steps = accelerated ? pagerank_steps::accelerated : pagerank_steps::plain};
    step_lengths lengths(accelerated ? options_.damping : 0);
    double mass_before = mass;  // of the scores whose error is known
    const std::int64_t most = options_.max_iterations.value_or(most_iterations(options_));
    while (facts.iterations < most && !facts.converged) {
      team_.transport().check();  // with one rank, an interrupt is heard here only
      const step_totals totals = step(lengths.factor());
      mass_before = std::exchange(mass, totals.mass);
      ++facts.iterations;
      facts.error = totals.change / mass_before;
      facts.converged = facts.error < options_.tolerance;
      lengths.note(facts.error);
    }
    // A plain step brings scores closer; one that goes farther may have led away from those that
    // were found to be close.
    if (accelerated && facts.iterations > 0) {
      vectors_.turn();
      mass = mass_before;
    }
    pagerank_scores found{.score = scores(mass), .facts = facts};
    if constexpr (requires { sums_.tell(found); }) { sums_.tell(found); }
    return found;
  }

private:
  /// Returns what all scores add up to.
  double start() {
    const bool plain = teleports_.are_equal();
    const start_rule rule = plain ? start_of(team_, graph_, options_.damping) : start_rule{};
    if (!plain) { bases_ = huge_array<T>(graph_.num_local()); }
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   vectors_.start({first, last}, rule, teleports_);
                   if (plain) { return; }
                   for (std::size_t v = first; v < last; ++v) { bases_[v] = base(v); }
                 });
    return rule.of_teleports + rule.by_edges * static_cast<double>(graph_.facts().num_arcs);
  }

  [[nodiscard]] T base(std::size_t v) const noexcept {
    return static_cast<T>((1 - options_.damping) * teleports_(v));
  }

  step_totals step(double factor) {
    const step_rule<T> rule{static_cast<T>(options_.damping), static_cast<T>(factor)};
    sums_.take(vectors_.now());
    const step_totals totals = sum_over_blocks(team_, graph_.num_local(), [&](index_range part) {
      std::array<T, vertices_per_block> sums;
      sums_.sums_of(part, sums.data());
      count(part);
      if (!teleports_.are_equal()) {
        return vectors_.step(part, sums.data(), rule, [&](std::size_t v) { return bases_[v]; });
      }
      return vectors_.step(part, sums.data(), rule, [each = base(0)](std::size_t) { return each; });
    });
    vectors_.turn();
    return totals;
  }

  /// Counts the vertices of `part`, and the edges that have led to their sums or from them.
  void count(index_range part) const {
    const bool pulls = options_.method == pagerank_method::pull;
    const auto& offsets = (pulls ? graph_.in_edges() : graph_.out_edges()).offsets;
    looks_.add(this_worker(), part.last - part.first, offsets[part.last] - offsets[part.first]);
  }

  huge_array<double> scores(double mass) {
    huge_array<double> result(graph_.num_local());
    parallel_for(team_, result.size(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) {
                     result[v] = vectors_.score(v) / mass;
                   }
                 });
    return result;
  }

  rank_team& team_;
  const csr_graph& graph_;
  const pagerank_options& options_;
  teleport_shares teleports_;
  huge_array<T> bases_;  // of owned vertices, where they are not equal
  score_vectors<T, typename Sums::share_type> vectors_;
  Sums sums_;
  edge_metrics looks_;
};

}  // namespace orujo::page_rank
