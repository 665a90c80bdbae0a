// Buckets as wide as keeps the work that is done twice small; none where waiting costs more than
// that work.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/order.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// Sums over degrees and sampled weights. Plain data.
struct graph_sums {
  double degrees = 0;
  double squared_degrees = 0;
  double weights = 0;
  double samples = 0;
};

graph_sums own_sums(const csr_graph& graph) {
  constexpr std::size_t most_samples = 4096;
  graph_sums sums;
  const adjacency& edges = graph.out_edges();
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const auto degree = static_cast<double>(edges.degree(v));
    sums.degrees += degree;
    sums.squared_degrees += degree * degree;
  }
  const std::size_t step = edges.weights.size() / most_samples + 1;
  for (std::size_t i = 0; i < edges.weights.size(); i += step) {
    sums.weights += edges.weights.at<double>(i);
    sums.samples += 1;
  }
  return sums;
}

/// The width of buckets: Meyer and Sanders's Δ, the largest weight by the degree, with the degree
/// that an edge sees at its end, which in graphs with hubs is far above the mean.
double bucket_width(rank_team& team, const csr_graph& graph) {
  const graph_sums sums =
      all_reduce(team, own_sums(graph), [](const graph_sums& a, const graph_sums& b) {
        return graph_sums{a.degrees + b.degrees, a.squared_degrees + b.squared_degrees,
                          a.weights + b.weights, a.samples + b.samples};
      });
  const double mean_weight = sums.samples > 0 ? sums.weights / sums.samples : 1;
  const double degree = sums.degrees > 0 ? sums.squared_degrees / sums.degrees : 1;
  const double width = 8 * mean_weight / degree;
  const bool is_real = graph.facts().weights == weight_kind::real;
  if (is_real) { return width > 0 ? width : 1; }
  return std::max(1.0, std::exp2(std::floor(std::log2(std::max(width, 1.0)))));
}

/// What a collective of one word takes as a rule, in seconds; the same on every rank. Of several
/// the median counts: the first wait for late ranks, and where ranks share cores the least says
/// little.
double collective_seconds(rank_team& team) {
  using clock = std::chrono::steady_clock;
  std::array<double, 13> took{};
  for (double& each : took) {
    const clock::time_point start = clock::now();
    static_cast<void>(all_max(team, 0));
    each = std::chrono::duration<double>(clock::now() - start).count();
  }
  const auto median = took.begin() + took.size() / 2;
  std::nth_element(took.begin(), median, took.end());
  return all_max(team, *median);
}

/// What a search without barriers takes on the slowest rank, in seconds; the same on every rank. A
/// look at an edge takes some nanoseconds; a vertex is taken up again and again, the more the
/// longer paths are, and told to other ranks each time. (NE on two ranks and kron:18 on four:
/// bench/RESULTS.md.)
double search_seconds(rank_team& team, const csr_graph& graph) {
  constexpr double seconds_per_edge = 10e-9;
  constexpr double seconds_per_vertex = 165e-9;
  const auto edges = static_cast<double>(graph.out_edges().targets.size());
  return all_max(team, edges * seconds_per_edge + graph.num_local() * seconds_per_vertex);
}

/// Whether the barriers of buckets would take longer than a search without them. Some hundred
/// phases are usual, each with a collective or more.
bool barriers_cost_more(rank_team& team, const csr_graph& graph) {
  if (team.size() == 1) { return false; }
  constexpr double phases = 200;
  const double barriers = phases * collective_seconds(team);
  const double search = search_seconds(team, graph);
  team.card().add(
      report_section::algorithm,
      {"choice of the order",
       barriers > search ? "no barriers, as they would cost more than a search without"
                         : "buckets, as a search without barriers would cost more than these",
       {{"barriers", barriers * 1e3, "ms expected"},
        {"search without", search * 1e3, "ms expected"}}});
  return barriers > search;
}

work_order best_order(rank_team& team, const csr_graph& graph) {
  const order_kind kind =
      barriers_cost_more(team, graph) ? order_kind::priority_per_worker : order_kind::buckets;
  return {.kind = kind, .width = 0};
}

}  // namespace

work_order shortest_path_order(rank_team& team, const csr_graph& graph,
                               const std::optional<work_order>& wanted) {
  work_order order = wanted ? *wanted : best_order(team, graph);
  if (order.width > 0) { return order; }
  if (order.kind == order_kind::levels) { order.width = 1; }
  if (order.kind == order_kind::buckets || order.kind == order_kind::priority_per_worker) {
    order.width = bucket_width(team, graph);
  }
  return order;
}

}  // namespace orujo
