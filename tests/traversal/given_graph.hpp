// Graphs of random edges, and what a plain loop over the edges makes of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/graph/builder.hpp"
#include "support/all_values.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// Edges as they were given, loops and parallel ones included.
struct given_graph {
  vertex_id vertices;
  std::vector<input_edge> edges;

  [[nodiscard]] csr_graph graph(rank_team& team) const {
    return graph_from_edges(
        team, vertices, edges,
        {.directed = true, .parallel = parallel_edges::kept, .keep_self_loops = true});
  }
};

/// Half of the edges end at the first few vertices.
inline given_graph random_list(std::uint64_t seed, vertex_id vertices, std::uint64_t count) {
  random_stream random(seed, 0);
  given_graph list{.vertices = vertices, .edges = {}};
  for (std::uint64_t i = 0; i < count; ++i) {
    const vertex_id ends = random.below(2) == 0 ? vertices / 16 + 1 : vertices;
    list.edges.push_back({random.below(vertices), random.below(ends)});
  }
  return list;
}

/// A long way: as many rounds as vertices.
inline given_graph path_list(vertex_id vertices) {
  given_graph list{.vertices = vertices, .edges = {}};
  for (vertex_id v = 1; v < vertices; ++v) { list.edges.push_back({v - 1, v}); }
  return list;
}

/// A few vertices with all the edges there are.
inline given_graph dense_list(vertex_id vertices) {
  given_graph list{.vertices = vertices, .edges = {}};
  for (vertex_id v = 0; v < vertices; ++v) {
    for (vertex_id u = 0; u < vertices; ++u) { list.edges.push_back({v, u}); }
  }
  return list;
}

/// Edges from the middle, vertex 0, to all others and back: one row is long.
inline given_graph star_list(vertex_id vertices) {
  given_graph list{.vertices = vertices, .edges = {}};
  for (vertex_id v = 1; v < vertices; ++v) {
    list.edges.push_back({0, v});
    list.edges.push_back({v, 0});
  }
  return list;
}

/// Of each vertex, the least of the ids of those that reach it, itself among them.
inline std::vector<vertex_id> serial_least(const given_graph& list) {
  std::vector<vertex_id> least(list.vertices);
  for (vertex_id v = 0; v < list.vertices; ++v) { least[v] = v; }
  for (bool changed = true; changed;) {
    changed = false;
    for (const input_edge& each : list.edges) {
      if (least[each.source] >= least[each.target]) { continue; }
      least[each.target] = least[each.source];
      changed = true;
    }
  }
  return least;
}

}  // namespace orujo::test
