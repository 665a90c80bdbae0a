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
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "orujo/algorithms/pagerank/checks.hpp"
#include "orujo/algorithms/pagerank/delta.hpp"
#include "orujo/algorithms/pagerank/iteration.hpp"
#include "orujo/algorithms/pagerank/messages.hpp"
#include "orujo/algorithms/pagerank/shares.hpp"
#include "orujo/algorithms/pagerank/spawned.hpp"
#include "orujo/algorithms/pagerank/sums.hpp"
#include "orujo/graph/memory_need.hpp"

namespace orujo {

namespace page_rank {

namespace {

/// Below this tolerance the rounding of 4-byte values would show.
constexpr double least_tolerance_of_floats = 1e-6;

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
  return static_cast<std::int64_t>(std::ceil(1.1 * std::max(steps, 0.0))) + 10;
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
