// What plain loops over an edge list find, which know nothing of programs or engines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "traversal/given_graph.hpp"

namespace orujo::test {

inline constexpr std::uint32_t unheard = std::numeric_limits<std::uint32_t>::max();

/// The weight of an edge, by its place in the list.
inline std::uint32_t length_of(std::size_t edge) {
  return static_cast<std::uint32_t>(edge * 7 % 23 + 1);
}

/// By looking at all edges until nothing changes.
inline std::vector<std::uint32_t> serial_distances(const given_graph& list, vertex_id source) {
  std::vector<std::uint32_t> distance(list.vertices, unheard);
  distance[source] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < list.edges.size(); ++i) {
      const auto& [from, to] = list.edges[i];
      if (distance[from] == unheard || distance[from] + length_of(i) >= distance[to]) { continue; }
      distance[to] = distance[from] + length_of(i);
      changed = true;
    }
  }
  return distance;
}

inline std::vector<std::uint32_t> serial_components(const given_graph& list) {
  std::vector<std::uint32_t> least(list.vertices);
  std::iota(least.begin(), least.end(), 0U);
  for (bool changed = true; changed;) {
    changed = false;
    for (const input_edge& each : list.edges) {
      const std::uint32_t both = std::min(least[each.source], least[each.target]);
      changed = changed || least[each.source] != both || least[each.target] != both;
      least[each.source] = least[each.target] = both;
    }
  }
  return least;
}

/// The parents of a search whose levels are gone through in order: the least of the level above.
inline std::vector<vertex_id> serial_parents(const given_graph& list, vertex_id source) {
  std::vector<vertex_id> parent(list.vertices, no_vertex);
  parent[source] = source;
  std::set<vertex_id> level = {source};
  while (!level.empty()) {
    std::map<vertex_id, vertex_id> found;
    for (const input_edge& each : list.edges) {
      if (!level.contains(each.source) || parent[each.target] != no_vertex) { continue; }
      const auto [place, is_new] = found.emplace(each.target, each.source);
      if (!is_new) { place->second = std::min(place->second, each.source); }
    }
    level.clear();
    for (const auto& [v, from] : found) {
      parent[v] = from;
      level.insert(v);
    }
  }
  return parent;
}

/// Ranks that add up to the number of vertices but for what is lost where there are no out-edges.
inline std::vector<double> serial_ranks(const given_graph& list, double damping) {
  std::vector<double> degree(list.vertices);
  for (const input_edge& each : list.edges) { ++degree[each.source]; }
  std::vector<double> rank(list.vertices, 1 - damping);
  for (int step = 0; step < 300; ++step) {
    std::vector<double> next(list.vertices, 1 - damping);
    for (const input_edge& each : list.edges) {
      next[each.target] += damping * rank[each.source] / degree[each.source];
    }
    rank = std::move(next);
  }
  return rank;
}

/// The vote with the greatest count, of several the least; `own` if there is none.
inline vertex_id most_voted(const std::map<vertex_id, int>& votes, vertex_id own) {
  int most = 0;
  for (const auto& [name, count] : votes) {
    if (count > most) {
      most = count;
      own = name;
    }
  }
  return own;
}

/// Labels after so many rounds; each edge counts for both of its ends.
inline std::vector<vertex_id> serial_labels(const given_graph& list, int rounds) {
  std::vector<vertex_id> label(list.vertices);
  std::iota(label.begin(), label.end(), vertex_id{0});
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::map<vertex_id, int>> votes(list.vertices);
    for (const input_edge& each : list.edges) {
      ++votes[each.target][label[each.source]];
      ++votes[each.source][label[each.target]];
    }
    for (vertex_id v = 0; v < list.vertices; ++v) { label[v] = most_voted(votes[v], label[v]); }
  }
  return label;
}

/// By asking of each ordered pair of neighbours whether there is an edge.
inline std::vector<double> serial_clustering(const given_graph& list) {
  std::set<std::pair<vertex_id, vertex_id>> edges;
  std::vector<std::set<vertex_id>> neighbours(list.vertices);
  for (const input_edge& each : list.edges) {
    if (each.source == each.target) { continue; }
    edges.emplace(each.source, each.target);
    neighbours[each.source].insert(each.target);
    neighbours[each.target].insert(each.source);
  }
  std::vector<double> share(list.vertices);
  for (vertex_id v = 0; v < list.vertices; ++v) {
    double joined = 0;
    for (const vertex_id a : neighbours[v]) {
      for (const vertex_id b : neighbours[v]) { joined += edges.contains({a, b}) ? 1 : 0; }
    }
    const auto size = static_cast<double>(neighbours[v].size());
    share[v] = size < 2 ? 0 : joined / (size * (size - 1));
  }
  return share;
}

}  // namespace orujo::test
