// What a plain serial program says of bridges, articulation points and blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "algorithms/bfs_graphs.hpp"
#include "algorithms/components_graphs.hpp"
#include "orujo/algorithms/biconnectivity/biconnectivity.hpp"

namespace orujo::test {

/// What all vertices are parts of.
struct whole_parts {
  std::vector<std::uint8_t> articulation;
  std::vector<vertex_id> two_edge_component;
  std::vector<vertex_id> block;
  std::vector<vertex_id> head;

  bool operator==(const whole_parts&) const = default;
};

inline listed_graph without_edges(const listed_graph& listed,
                                  const std::function<bool(std::size_t)>& goes) {
  listed_graph rest{.vertices = listed.vertices};
  for (std::size_t i = 0; i < listed.edges.size(); ++i) {
    if (!goes(i)) { rest.edges.push_back(listed.edges[i]); }
  }
  return rest;
}

inline bool touches(const input_edge& edge, vertex_id v) {
  return edge.source == v || edge.target == v;
}

/// By what bridges and blocks are: takes away each edge, and each vertex.
class plain_biconnectivity {
public:
  explicit plain_biconnectivity(const listed_graph& listed)
      : listed_(without_edges(
            listed,
            [&](std::size_t i) { return listed.edges[i].source == listed.edges[i].target; })),
        groups_(listed_.edges.size()) {
    for (std::size_t i = 0; i < groups_.size(); ++i) { groups_[i] = i; }
    for (vertex_id v = 0; v < listed_.vertices; ++v) { join_at(v); }
  }

  [[nodiscard]] whole_parts parts() const {
    const listed_graph rest = without_edges(listed_, [&](std::size_t i) { return is_bridge(i); });
    whole_parts found{.articulation = std::vector<std::uint8_t>(listed_.vertices),
                      .two_edge_component = serial_labels(rest),
                      .block = std::vector<vertex_id>(listed_.vertices, no_vertex),
                      .head = std::vector<vertex_id>(listed_.vertices, no_vertex)};
    const std::vector<vertex_id> roots = serial_labels(listed_);
    const plain_graph plain(listed_.vertices, listed_.edges, false);
    std::vector<int> blocks_at(listed_.vertices);
    for (const auto& [group, members] : blocks()) {
      const std::vector<std::uint32_t> depths = plain.depths_from(roots[*members.begin()]);
      const vertex_id head =
          *std::min_element(members.begin(), members.end(),
                            [&](vertex_id a, vertex_id b) { return depths[a] < depths[b]; });
      for (const vertex_id v : members) {
        found.articulation[v] = ++blocks_at[v] > 1 ? 1 : 0;
        if (v == head) { continue; }
        found.head[v] = head;
        found.block[v] = *members.begin() == head ? *std::next(members.begin()) : *members.begin();
      }
    }
    return found;
  }

  [[nodiscard]] biconnectivity_facts facts() const {
    biconnectivity_facts found;
    const whole_parts all = parts();
    for (std::size_t i = 0; i < groups_.size(); ++i) { found.bridges += is_bridge(i) ? 1U : 0U; }
    for (const std::uint8_t each : all.articulation) { found.articulation_points += each; }
    for (const auto& [group, members] : blocks()) {
      ++found.blocks;
      found.largest_block = std::max<std::uint64_t>(found.largest_block, members.size());
    }
    std::map<vertex_id, std::uint64_t> sizes;
    for (const vertex_id name : all.two_edge_component) {
      found.largest_two_edge_component = std::max(found.largest_two_edge_component, ++sizes[name]);
    }
    found.two_edge_components = sizes.size();
    return found;
  }

  /// The vertices of each block, by one of its edges.
  [[nodiscard]] std::map<std::size_t, std::set<vertex_id>> blocks() const {
    std::map<std::size_t, std::set<vertex_id>> all;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      all[group_of(i)].insert({listed_.edges[i].source, listed_.edges[i].target});
    }
    return all;
  }

private:
  [[nodiscard]] std::size_t group_of(std::size_t i) const {
    while (groups_[i] != i) { i = groups_[i]; }
    return i;
  }

  /// Joins edges at `v` whose other ends hang together without it.
  void join_at(vertex_id v) {
    const std::vector<vertex_id> labels = serial_labels(
        without_edges(listed_, [&](std::size_t i) { return touches(listed_.edges[i], v); }));
    std::map<vertex_id, std::size_t> first_to;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const auto& [a, b] = listed_.edges[i];
      if (a != v && b != v) { continue; }
      const std::size_t first = first_to.try_emplace(labels[a == v ? b : a], i).first->second;
      const std::size_t group = group_of(first);
      const std::size_t other = group_of(i);
      groups_[std::max(group, other)] = std::min(group, other);
    }
  }

  [[nodiscard]] bool is_bridge(std::size_t edge) const {
    const std::vector<vertex_id> labels =
        serial_labels(without_edges(listed_, [&](std::size_t i) { return i == edge; }));
    return labels[listed_.edges[edge].source] != labels[listed_.edges[edge].target];
  }

  listed_graph listed_;
  std::vector<std::size_t> groups_;  // of edges of one block; leads to the least
};

}  // namespace orujo::test
