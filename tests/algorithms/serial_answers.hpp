// What plain serial programs find on a graph, for all algorithms, to compare with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/betweenness_graphs.hpp"
#include "algorithms/bfs_graphs.hpp"
#include "algorithms/components_graphs.hpp"
#include "algorithms/forest_graphs.hpp"
#include "algorithms/greedy_graphs.hpp"
#include "algorithms/pagerank_graphs.hpp"
#include "algorithms/sssp_graphs.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"

namespace orujo::test {

/// The arcs of the graph with their weights, on every rank.
inline weighted_graph whole_graph(rank_team& team, const csr_graph& graph) {
  std::vector<std::uint64_t> flat;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const auto targets = graph.out_edges().row(v);
    const auto weights = graph.out_edges().row_weights<std::uint32_t>(v);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      flat.insert(flat.end(), {graph.global(v), graph.global(targets[i]), weights[i]});
    }
  }
  weighted_graph whole{.vertices = graph.num_vertices()};
  const auto all = all_values<std::uint64_t>(team, flat);
  for (std::size_t i = 0; i < all.size(); i += 3) {
    whole.edges.edges.push_back({all[i], all[i + 1]});
    whole.edges.weights.push_back(static_cast<double>(all[i + 2]));
  }
  return whole;
}

/// The vertex with most edges out.
inline vertex_id busiest_vertex(const weighted_graph& graph) {
  std::vector<std::size_t> degrees(graph.vertices);
  for (const auto& [from, to] : graph.edges.edges) { ++degrees[from]; }
  const auto most = std::max_element(degrees.begin(), degrees.end());
  return static_cast<vertex_id>(most - degrees.begin());
}

/// What greedy algorithms find in one order of vertices.
struct greedy_answers {
  std::vector<std::uint32_t> colours;
  std::vector<std::uint8_t> set;
};

/// The values of all vertices, in their order. Searches begin at `source`, betweenness at
/// `sources`.
struct serial_answers {
  vertex_id source = 0;
  std::vector<vertex_id> sources;
  std::vector<std::uint64_t> distances;
  std::vector<std::int64_t> widths;
  std::vector<std::uint32_t> depths;
  std::vector<vertex_id> labels;
  std::vector<double> scores;        ///< Of PageRank.
  std::vector<double> dependencies;  ///< Of betweenness.
  std::uint64_t triangles = 0;
  std::vector<std::uint32_t> cores;                             ///< Of undirected graphs.
  edge_rows forest;                                             ///< Likewise.
  std::array<greedy_answers, all_vertex_orders.size()> greedy;  ///< Likewise.
};

/// Adds those that only undirected graphs have. Call: collective.
inline void add_greedy_answers(rank_team& team, const csr_graph& graph, serial_answers& answers) {
  const neighbour_lists lists = lists_of(team, graph);
  answers.cores = serial_cores(lists);
  for (std::size_t i = 0; i < all_vertex_orders.size(); ++i) {
    const auto sequence = sequence_of(whole_priorities(team, graph, all_vertex_orders[i].order));
    answers.greedy[i] = {serial_colours(lists, sequence), serial_set(lists, sequence)};
  }
}

/// Those of a graph with whole weights. Call: collective.
inline serial_answers answers_of(rank_team& team, const csr_graph& graph) {
  const weighted_graph whole = whole_graph(team, graph);
  const std::vector<input_edge>& arcs = whole.edges.edges;
  const plain_graph plain(whole.vertices, arcs, true);
  const listed_graph listed{whole.vertices, arcs};
  serial_answers answers;
  answers.source = busiest_vertex(whole);
  answers.sources = {answers.source, 1, whole.vertices - 1};
  answers.distances = serial_distances<std::uint64_t>(whole, true, answers.source, no_distance);
  answers.widths = serial_widths<std::int64_t>(whole, true, answers.source);
  answers.depths = plain.depths_from(answers.source);
  answers.labels = serial_labels(listed);
  answers.scores = serial_pagerank(whole.vertices, arcs_of(arcs, true), 0.85);
  answers.dependencies = plain_dependencies(plain, answers.sources);
  answers.triangles = serial_triangles(listed);
  if (!graph.directed()) {
    add_greedy_answers(team, graph, answers);
    answers.forest = serial_forest(whole);
  }
  return answers;
}

}  // namespace orujo::test
