// Whether options, weights and a personalisation mean something.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/pagerank/checks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace orujo::page_rank {

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

}  // namespace orujo::page_rank
