// Betweenness by definition, from the distances and path numbers of all pairs, to compare with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "algorithms/bfs_graphs.hpp"
#include "orujo/algorithms/betweenness/betweenness.hpp"

namespace orujo::test {

/// Distances and numbers of shortest paths from one vertex.
struct plain_paths {
  plain_paths(const plain_graph& graph, vertex_id source)
      : depth(graph.depths_from(source)), paths(depth.size()) {
    std::vector<vertex_id> reached;
    for (vertex_id v = 0; v < depth.size(); ++v) {
      if (depth[v] != unreached) { reached.push_back(v); }
    }
    std::ranges::sort(reached, {}, [&](vertex_id v) { return depth[v]; });
    paths[source] = 1;
    for (const vertex_id v : reached) {
      for (const vertex_id target : graph.targets[v]) {
        if (depth[target] == depth[v] + 1) { paths[target] += paths[v]; }
      }
    }
  }

  std::vector<std::uint32_t> depth;
  std::vector<double> paths;
};

/// The share of shortest paths from `sources` through each vertex, pair by pair.
inline std::vector<double> plain_dependencies(const plain_graph& graph,
                                              std::span<const vertex_id> sources) {
  const vertex_id vertices = graph.targets.size();
  std::vector<plain_paths> from;
  for (vertex_id v = 0; v < vertices; ++v) { from.emplace_back(graph, v); }
  const auto through = [&](vertex_id s, vertex_id v, vertex_id t) {
    if (v == s || v == t || s == t || from[s].depth[t] == unreached) { return 0.0; }
    if (from[s].depth[v] == unreached || from[v].depth[t] == unreached) { return 0.0; }
    const bool on_path = from[s].depth[v] + from[v].depth[t] == from[s].depth[t];
    return on_path ? from[s].paths[v] * from[v].paths[t] / from[s].paths[t] : 0.0;
  };
  std::vector<double> sums(vertices);
  for (const vertex_id s : sources) {
    for (vertex_id v = 0; v < vertices; ++v) {
      for (vertex_id t = 0; t < vertices; ++t) { sums[v] += through(s, v, t); }
    }
  }
  return sums;
}

inline std::vector<vertex_id> all_vertices(vertex_id count) {
  std::vector<vertex_id> all(count);
  std::iota(all.begin(), all.end(), vertex_id{0});
  return all;
}

}  // namespace orujo::test
