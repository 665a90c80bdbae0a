// Graphs with known components, and plain serial answers (components, triangles) for the others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "orujo/algorithms/components/components.hpp"
#include "orujo/algorithms/components/verify.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// A graph as tests write it down.
struct listed_graph {
  vertex_id vertices = 0;
  std::vector<input_edge> edges = {};
};

/// The least vertex of each vertex's component: labels go down along edges until nothing changes.
inline std::vector<vertex_id> serial_labels(const listed_graph& graph) {
  std::vector<std::vector<vertex_id>> neighbours(graph.vertices);
  for (const auto& [a, b] : graph.edges) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  std::vector<vertex_id> label(graph.vertices, no_vertex);
  for (vertex_id start = 0; start < graph.vertices; ++start) {
    if (label[start] != no_vertex) { continue; }
    label[start] = start;
    std::vector<vertex_id> reached = {start};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const vertex_id v = reached[i];
      std::copy_if(neighbours[v].begin(), neighbours[v].end(), std::back_inserter(reached),
                   [&](vertex_id next) { return std::exchange(label[next], start) == no_vertex; });
    }
  }
  return label;
}

/// In how many triangles each vertex is; looks at all paths of two edges that go up.
inline std::vector<std::uint64_t> serial_triangles_by_vertex(const listed_graph& listed) {
  std::set<std::pair<vertex_id, vertex_id>> edges;
  for (const auto& [a, b] : listed.edges) {
    edges.insert({a, b});
    edges.insert({b, a});
  }
  std::vector<std::uint64_t> at(listed.vertices);
  for (const auto& [a, b] : edges) {
    if (a >= b) { continue; }
    for (auto third = edges.lower_bound({b, b + 1}); third != edges.end() && third->first == b;
         ++third) {
      const vertex_id c = third->second;
      if (!edges.contains({a, c})) { continue; }
      for (const vertex_id corner : {a, b, c}) { ++at[corner]; }
    }
  }
  return at;
}

/// How many triangles there are.
inline std::uint64_t serial_triangles(const listed_graph& listed) {
  const std::vector<std::uint64_t> at = serial_triangles_by_vertex(listed);
  return std::accumulate(at.begin(), at.end(), std::uint64_t{0}) / 3;
}

inline std::vector<vertex_id> all_labels(rank_team& team, const component_labels& result) {
  return all_gather(team, result.label.span()).take_items();
}

inline listed_graph random_graph(std::uint64_t seed, vertex_id vertices, std::uint64_t count) {
  random_stream random(seed, vertices);
  listed_graph graph{.vertices = vertices};
  for (std::uint64_t i = 0; i < count; ++i) {
    graph.edges.push_back({random.below(vertices), random.below(vertices)});
  }
  return graph;
}

/// A path whose neighbours are `blocks` apart in the order of owners: 0, n/blocks, 2n/blocks, …, 1,
/// …
inline listed_graph hopping_path(vertex_id blocks, vertex_id steps) {
  listed_graph graph{.vertices = blocks * steps};
  const auto at = [&](vertex_id i) { return i % blocks * steps + i / blocks; };
  for (vertex_id i = 0; i + 1 < graph.vertices; ++i) { graph.edges.push_back({at(i), at(i + 1)}); }
  return graph;
}

/// `count` cliques of `size`, one after the other; then the edges of `links` between cliques, from
/// the last vertex of one to the last of the other.
inline listed_graph cliques(vertex_id count, vertex_id size, const std::vector<input_edge>& links) {
  listed_graph graph{.vertices = count * size};
  for (vertex_id clique = 0; clique < count; ++clique) {
    for (vertex_id a = 0; a < size; ++a) {
      for (vertex_id b = 0; b < a; ++b) {
        graph.edges.push_back({clique * size + a, clique * size + b});
      }
    }
  }
  for (const auto& [a, b] : links) {
    graph.edges.push_back({a * size + size - 1, b * size + size - 1});
  }
  return graph;
}

}  // namespace orujo::test
