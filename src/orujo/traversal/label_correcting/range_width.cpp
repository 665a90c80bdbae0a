// Ranges as wide as keeps the work that is done twice small.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/label_correcting/range_width.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "orujo/epochs/collectives.hpp"
#include "orujo/worklists/work_order.hpp"

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

}  // namespace

double range_width(rank_team& team, const csr_graph& graph) {
  const graph_sums sums =
      all_reduce(team, own_sums(graph), [](const graph_sums& a, const graph_sums& b) {
        return graph_sums{a.degrees + b.degrees, a.squared_degrees + b.squared_degrees,
                          a.weights + b.weights, a.samples + b.samples};
      });
  const double mean_weight = sums.samples > 0 ? sums.weights / sums.samples : 1;
  const double degree = sums.degrees > 0 ? sums.squared_degrees / sums.degrees : 1;
  const double width = 8 * mean_weight / degree;
  const bool is_real = graph.facts().weights == weight_kind::real;
  if (is_real) { return is_usable_width(width) ? width : 1; }
  return std::max(1.0, std::exp2(std::floor(std::log2(std::max(width, 1.0)))));
}

}  // namespace orujo
