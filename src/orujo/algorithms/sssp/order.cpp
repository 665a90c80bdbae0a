// Buckets, but where waiting for their ends costs more than the work that is done in vain without.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/order.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/label_correcting/range_width.hpp"

namespace orujo {

namespace {

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
  return with_width(wanted ? *wanted : best_order(team, graph),
                    [&] { return range_width(team, graph); });
}

}  // namespace orujo
