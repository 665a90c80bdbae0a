// Weighted graphs and plain serial searches for the tests of shortest and widest paths.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/graph/builder.hpp"
#include "support/all_values.hpp"

namespace orujo::test {

/// A weighted graph as tests write it down.
struct weighted_graph {
  vertex_id vertices = 0;
  edge_chunk edges = {};
};

/// Edges between random vertices, about one in sixteen of which gets many of them; `weight(random)`
/// draws their weights.
template <typename Weight>
weighted_graph random_weighted(std::uint64_t seed, vertex_id vertices, std::uint64_t count,
                               Weight weight) {
  random_stream random(seed, 17);
  weighted_graph graph{.vertices = vertices};
  for (std::uint64_t i = 0; i < count; ++i) {
    const vertex_id bound = random.below(2) == 0 ? vertices : vertices / 16 + 1;
    graph.edges.edges.push_back({random.below(vertices), random.below(bound)});
    graph.edges.weights.push_back(static_cast<double>(weight(random)));
  }
  return graph;
}

/// Distances from `source` by Dijkstra's algorithm; infinity where there is no path.
template <typename Sum = double>
std::vector<Sum> serial_distances(const weighted_graph& graph, bool one_way, vertex_id source,
                                  Sum none) {
  std::vector<std::vector<std::pair<vertex_id, Sum>>> out(graph.vertices);
  for (std::size_t i = 0; i < graph.edges.edges.size(); ++i) {
    const auto& [a, b] = graph.edges.edges[i];
    const auto weight =
        graph.edges.weights.empty() ? Sum{1} : static_cast<Sum>(graph.edges.weights[i]);
    out[a].emplace_back(b, weight);
    if (!one_way) { out[b].emplace_back(a, weight); }
  }
  std::vector<Sum> distance(graph.vertices, none);
  using entry = std::pair<Sum, vertex_id>;
  std::priority_queue<entry, std::vector<entry>, std::greater<>> waiting;
  distance[source] = 0;
  waiting.push({Sum{0}, source});
  while (!waiting.empty()) {
    const auto [from, v] = waiting.top();
    waiting.pop();
    if (from != distance[v]) { continue; }
    for (const auto& [target, weight] : out[v]) {
      if (from + weight >= distance[target]) { continue; }
      distance[target] = from + weight;
      waiting.push({distance[target], target});
    }
  }
  return distance;
}

/// Widths of the widest paths from `source`; vertices leave the queue widest first.
template <typename Width>
std::vector<Width> serial_widths(const weighted_graph& graph, bool one_way, vertex_id source) {
  std::vector<std::vector<std::pair<vertex_id, Width>>> out(graph.vertices);
  for (std::size_t i = 0; i < graph.edges.edges.size(); ++i) {
    const auto& [a, b] = graph.edges.edges[i];
    const auto weight =
        graph.edges.weights.empty() ? Width{1} : static_cast<Width>(graph.edges.weights[i]);
    out[a].emplace_back(b, weight);
    if (!one_way) { out[b].emplace_back(a, weight); }
  }
  std::vector<Width> width(graph.vertices, Width{0});
  width[source] = std::numeric_limits<Width>::max();
  std::priority_queue<std::pair<Width, vertex_id>> waiting;
  waiting.push({width[source], source});
  while (!waiting.empty()) {
    const auto [from, v] = waiting.top();
    waiting.pop();
    if (from != width[v]) { continue; }
    for (const auto& [target, edge] : out[v]) {
      if (std::min(from, edge) <= width[target]) { continue; }
      width[target] = std::min(from, edge);
      waiting.push({width[target], target});
    }
  }
  return width;
}

}  // namespace orujo::test
