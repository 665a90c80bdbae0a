// PageRank as the solution of a linear system.
//
// Instead of handing out anew what dangling vertices (those without out-edges) hold, the iteration
// lets it go: x = (1 - damping) / n + damping * (what comes in). As lost mass would have gone to
// all vertices alike, that solution is PageRank but for a factor (Del Corso, Gulli and Romani
// 2005), and dividing by its sum is all that remains to be done. The same holds with a
// personalisation p, as lost mass goes where all teleports go: 1 / n is then p(v).
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/pagerank/pagerank.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/pagerank/delta.hpp"
#include "orujo/algorithms/pagerank/messages.hpp"
#include "orujo/algorithms/pagerank/shares.hpp"
#include "orujo/algorithms/pagerank/spawned.hpp"
#include "orujo/algorithms/pagerank/start.hpp"
#include "orujo/algorithms/pagerank/steps.hpp"
#include "orujo/algorithms/pagerank/sums.hpp"
#include "orujo/algorithms/pagerank/vectors.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/weight_extent.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo {

namespace page_rank {

namespace {

/// Below this tolerance the rounding of 4-byte values would show.
constexpr double least_tolerance_of_floats = 1e-6;

void check(const csr_graph& graph, const pagerank_options& options) {
  require_everywhere(options.damping >= 0 && options.damping < 1,
                     "pagerank: damping is at least 0 and below 1");
  require_everywhere(options.tolerance >= 0 && std::isfinite(options.tolerance),
                     "pagerank: tolerance is a number and not negative");
  require_everywhere(!options.isolation || options.method == pagerank_method::push,
                     "pagerank: an isolation is of push, whose additions it keeps apart");
  require_everywhere(options.max_iterations.value_or(1) > 0,
                     "pagerank: there is at least one iteration");
  require_everywhere((options.order.kind == order_kind::unordered ||
                      options.order.kind == order_kind::priority_per_worker) &&
                         options.order.width == 0,
                     "pagerank: delta works unordered or priority_per_worker, without a width");
  require_everywhere(
      options.method != pagerank_method::pull || !graph.directed() ||
          &graph.in_edges() != &graph.out_edges(),
      "pagerank: pull needs the in-edges of a directed graph; build it with them, or use push");
}

/// Throws agreed_error unless a surfer can follow edges by their weights. Call: collective.
void check_weights(rank_team& team, const csr_graph& graph) {
  require_everywhere(graph.stored_weights() != weight_type::none,
                     "pagerank: weights are wanted, and the graph has none");
  with_weight_type(graph.stored_weights(), [&]<typename W>(std::type_identity<W>) {
    const W least = weight_extent_of<W>(team, graph).least;
    if (graph.facts().num_arcs == 0 || least >= W{0}) { return; }
    throw agreed_error(exit_code::input,
                       fmt::format("{}: a surfer follows edges in proportion to their weights, and "
                                   "the least is {}; --weights none leaves them out",
                                   graph.facts().name, least));
  });
}

/// Throws agreed_error unless the weights say where a surfer goes. Call: collective.
void check_personalisation(rank_team& team, const csr_graph& graph,
                           std::span<const double> weights) {
  run_agreed(team, [&] {
    const bool are_right =
        weights.size() == graph.num_local() &&
        std::all_of(weights.begin(), weights.end(), [](double each) { return each >= 0; });
    require(are_right,
            "pagerank: a personalisation has a weight of at least 0 for each owned vertex");
  });
  const double sum = all_sum(team, std::accumulate(weights.begin(), weights.end(), 0.0));
  require_everywhere(
      (std::isfinite(sum) && std::isfinite(1 / sum)) || graph.num_vertices() == 0,
      "pagerank: the weights of a personalisation add up to no finite number above 0");
}

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
    start();
    const bool accelerated = options_.steps == pagerank_steps::accelerated && !graph_.directed();
    pagerank_facts facts{
        .value_bytes = sizeof(T),
        .method = options_.method,
        .steps = accelerated ? pagerank_steps::accelerated : pagerank_steps::plain};
    step_lengths lengths(accelerated ? options_.damping : 0);
    double mass = 1;
    const std::int64_t most = options_.max_iterations.value_or(most_iterations(options_));
    while (facts.iterations < most && !facts.converged) {
      const step_totals totals = step(lengths.factor());
      mass = totals.mass;
      ++facts.iterations;
      facts.error = totals.change / mass;
      facts.converged = facts.error < options_.tolerance;
      lengths.note(facts.error);
    }
    pagerank_scores found{.score = scores(mass), .facts = facts};
    if constexpr (requires { sums_.tell(found); }) { sums_.tell(found); }
    return found;
  }

private:
  void start() {
    const bool plain = teleports_.are_equal();
    const start_rule rule = plain ? start_of(team_, graph_, options_.damping) : start_rule{};
    if (!plain) { bases_ = huge_array<T>(graph_.num_local()); }
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   vectors_.start({first, last}, rule, teleports_);
                   if (plain) { return; }
                   for (std::size_t v = first; v < last; ++v) { bases_[v] = base(v); }
                 });
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

template <std::floating_point T, typename Shares>
pagerank_scores run_sharing(rank_team& team, const csr_graph& graph,
                            const pagerank_options& options) {
  if (options.method == pagerank_method::pull) {
    return iteration<T, pulled_sums<T, Shares>>(team, graph, options).run();
  }
  if constexpr (std::is_same_v<T, double>) {
    if (options.isolation) {
      return iteration<T, spawned_sums<Shares>>(team, graph, options, *options.isolation).run();
    }
  }
  const reduction_kind reduction = reduction_of(team.values());
  if (reduction == reduction_kind::ghosts || team.size() == 1) {
    return iteration<T, pushed_sums<T, Shares>>(team, graph, options).run();
  }
  if (reduction == reduction_kind::cache) {
    return iteration<T, sent_sums<T, Shares, true>>(team, graph, options).run();
  }
  return iteration<T, sent_sums<T, Shares, false>>(team, graph, options).run();
}

template <std::floating_point T>
pagerank_scores run_with(rank_team& team, const csr_graph& graph, const pagerank_options& options) {
  const std::uint64_t pushed = options.method == pagerank_method::push ? sizeof(double) : 0;
  const std::uint64_t bases = options.personalisation ? sizeof(T) : 0;
  const std::uint64_t known =
      2 * sizeof(T) + pushed + (options.weighted ? sizeof(exact_number) : 0);
  require_room(team, graph, "pagerank",
               {.per_vertex = known + sizeof(double) + bases,
                .per_ghost = known,
                .per_edge = options.weighted ? sizeof(T) : 0});
  return options.weighted ? run_sharing<T, weighted_shares<T>>(team, graph, options)
                          : run_sharing<T, equal_shares>(team, graph, options);
}

}  // namespace

}  // namespace page_rank

std::int64_t most_iterations(const pagerank_options& options) noexcept {
  // The scores change by 2 * damping^k at most in step k, and are then divided by their sum, which
  // is 1 - damping at least.
  const double tolerance = std::max(options.tolerance, std::numeric_limits<double>::epsilon());
  const double steps = std::log(tolerance * (1 - options.damping) / 2) / std::log(options.damping);
  return static_cast<std::int64_t>(std::ceil(1.1 * steps)) + 10;
}

pagerank_scores pagerank(rank_team& team, const csr_graph& graph, const pagerank_options& options) {
  page_rank::check(graph, options);
  if (options.weighted) { page_rank::check_weights(team, graph); }
  if (options.personalisation) {
    page_rank::check_personalisation(team, graph, *options.personalisation);
  }
  if (graph.num_vertices() == 0) { return {{}, {.converged = true, .method = options.method}}; }
  if (options.method == pagerank_method::delta) {
    return page_rank::run_delta(team, graph, options);
  }
  if (options.tolerance < page_rank::least_tolerance_of_floats || options.isolation) {
    return page_rank::run_with<double>(team, graph, options);
  }
  return page_rank::run_with<float>(team, graph, options);
}

void pagerank_scores::describe(report_card& card) const {
  constexpr const char* names[] = {"pull", "push", "delta"};
  card.add(report_section::algorithm,
           {"method", names[static_cast<std::size_t>(facts.method)], {}});
  card.add(report_section::algorithm,
           {"steps",
            facts.steps == pagerank_steps::accelerated ? "accelerated (second order)" : "plain",
            {{"iterations", static_cast<double>(facts.iterations), ""},
             {"error", facts.error, "sum over all vertices"}}});
  card.add(report_section::algorithm,
           {"values",
            facts.value_bytes == sizeof(float) ? "single precision" : "double precision",
            {{"value", static_cast<double>(facts.value_bytes), "bytes"}}});
  for (const report_entry& entry : choices.entries()) { card.add(entry.section, entry.row); }
}

}  // namespace orujo
