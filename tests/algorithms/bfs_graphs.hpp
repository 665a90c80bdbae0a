// Small graphs and a plain serial search for the tests of breadth-first search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"

namespace orujo::test {

using edge_list = std::vector<input_edge>;

inline const build_options undirected = {.directed = false};
inline const build_options directed = {.directed = true};

/// Edges between random vertices; about one vertex in sixteen gets many of them.
inline edge_list random_edges(std::uint64_t seed, vertex_id vertices, std::uint64_t count) {
  random_stream random(seed, 7);
  edge_list edges;
  for (std::uint64_t i = 0; i < count; ++i) {
    const vertex_id bound = random.below(2) == 0 ? vertices : vertices / 16 + 1;
    edges.push_back({random.below(vertices), random.below(bound)});
  }
  return edges;
}

/// 0 - 1 - 2 - … - last
inline edge_list path_to(vertex_id last) {
  edge_list edges;
  for (vertex_id v = 0; v < last; ++v) { edges.push_back({v, v + 1}); }
  return edges;
}

/// What the shape of a graph is to the serial search.
struct plain_graph {
  plain_graph(vertex_id vertices, std::span<const input_edge> edges, bool one_way)
      : targets(vertices) {
    for (const auto& [source, target] : edges) {
      targets[source].push_back(target);
      if (!one_way) { targets[target].push_back(source); }
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> depths_from(vertex_id source) const {
    std::vector<std::uint32_t> depths(targets.size(), unreached);
    depths[source] = 0;
    std::deque<vertex_id> waiting = {source};
    for (; !waiting.empty(); waiting.pop_front()) {
      const vertex_id v = waiting.front();
      for (const vertex_id target : targets[v]) {
        if (depths[target] != unreached) { continue; }
        depths[target] = depths[v] + 1;
        waiting.push_back(target);
      }
    }
    return depths;
  }

  std::vector<std::vector<vertex_id>> targets;
};

/// The values of all vertices, in their order, on every rank.
template <typename T>
std::vector<T> gather(rank_team& team, const huge_array<T>& own) {
  return all_gather(team, own.span()).take_items();
}

}  // namespace orujo::test
