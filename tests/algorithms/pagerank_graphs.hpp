// PageRank by definition, one vertex after the other, to compare with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"
#include "support/teams.hpp"

namespace orujo::test {

using arc_set = std::set<std::pair<vertex_id, vertex_id>>;

/// The distinct arcs without loops, as graph_from_edges() takes them.
inline arc_set arcs_of(const std::vector<input_edge>& edges, bool one_way) {
  arc_set arcs;
  for (const auto& [source, target] : edges) {
    if (source == target) { continue; }
    arcs.insert({source, target});
    if (!one_way) { arcs.insert({target, source}); }
  }
  return arcs;
}

/// The power iteration, until nothing changes that a double could show.
inline std::vector<double> serial_pagerank(vertex_id vertices, const arc_set& arcs,
                                           double damping) {
  std::vector<double> edges(vertices);
  for (const auto& [source, target] : arcs) { ++edges[source]; }
  const auto n = static_cast<double>(vertices);
  std::vector<double> score(vertices, 1 / n);
  for (int step = 0; step < 2000; ++step) {
    double dangling = 0;
    for (vertex_id v = 0; v < vertices; ++v) { dangling += edges[v] == 0 ? score[v] : 0; }
    std::vector<double> next(vertices, (1 - damping) / n + damping * dangling / n);
    for (const auto& [source, target] : arcs) {
      next[target] += damping * score[source] / edges[source];
    }
    double change = 0;
    for (vertex_id v = 0; v < vertices; ++v) { change += std::abs(next[v] - score[v]); }
    score = std::move(next);
    if (change < 1e-15) { break; }
  }
  return score;
}

inline std::vector<double> all_scores(rank_team& team, const pagerank_scores& result) {
  return all_gather(team, result.score.span()).take_items();
}

inline double sum_of_differences(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = std::abs(static_cast<double>(a.size()) - static_cast<double>(b.size()));
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) { sum += std::abs(a[i] - b[i]); }
  return sum;
}

/// Edges between random vertices; low numbers get more of them, and some vertices none at all.
inline std::vector<input_edge> skewed_edges(std::uint64_t seed, vertex_id vertices,
                                            std::uint64_t count) {
  random_stream random(seed, 3);
  std::vector<input_edge> edges;
  for (std::uint64_t i = 0; i < count; ++i) {
    const vertex_id source = random.below(vertices);
    edges.push_back({source, random.below(random.below(vertices) + 1)});
  }
  return edges;
}

}  // namespace orujo::test
