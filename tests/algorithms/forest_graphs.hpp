// A plain serial minimum spanning forest, and forests brought together from all ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/sssp_graphs.hpp"
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo::test {

/// Source, target and weight of each edge.
using edge_rows = std::vector<std::tuple<vertex_id, vertex_id, double>>;

/// The edges of the graph, from the lesser to the greater end, without loops.
inline edge_rows rows_of(const weighted_graph& graph) {
  edge_rows rows;
  for (std::size_t i = 0; i < graph.edges.edges.size(); ++i) {
    const auto& [a, b] = graph.edges.edges[i];
    const double weight = graph.edges.weights.empty() ? 1 : graph.edges.weights[i];
    if (a != b) { rows.emplace_back(std::min(a, b), std::max(a, b), weight); }
  }
  return rows;
}

/// The least forest in the order of (weight, lesser end, greater end), by source, then target:
/// edge after edge is taken if it joins two groups of vertices.
inline edge_rows serial_forest(const weighted_graph& graph) {
  edge_rows rows = rows_of(graph);
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::tuple(std::get<2>(a), a) < std::tuple(std::get<2>(b), b);
  });
  std::vector<vertex_id> group(graph.vertices);
  std::iota(group.begin(), group.end(), vertex_id{0});
  const auto group_of = [&](vertex_id v) {
    while (group[v] != v) { v = group[v] = group[group[v]]; }
    return v;
  };
  edge_rows forest;
  for (const auto& row : rows) {
    const vertex_id a = group_of(std::get<0>(row));
    const vertex_id b = group_of(std::get<1>(row));
    if (a == b) { continue; }
    group[a] = b;
    forest.push_back(row);
  }
  std::sort(forest.begin(), forest.end());
  return forest;
}

/// The edges of all ranks, in their order. Call: collective.
inline edge_rows whole_forest(rank_team& team, const spanning_forest& forest) {
  edge_rows rows;
  for (const forest_edge& edge : all_values<forest_edge>(team, forest.edges.span())) {
    rows.emplace_back(edge.source, edge.target, static_cast<double>(edge.weight));
  }
  return rows;
}

}  // namespace orujo::test
