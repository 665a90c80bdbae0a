// Looks up each edge of the forest in the graph, and each edge of the graph in the forest.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/known_vertex.hpp"

namespace orujo {

namespace {

using forest_findings = property_findings<forest_property>;

exact_number weight_at(const csr_graph& graph, local_vertex v, std::size_t i) {
  const adjacency& edges = graph.out_edges();
  return edges.weights.empty() ? 1 : edges.weights.at<exact_number>(edges.offsets[v] + i);
}

/// The forest as a union by size leaves it: on the way up, edges get heavier.
class joined_forest {
public:
  /// Notes edges that close a cycle in `found`.
  joined_forest(vertex_id vertices, std::span<const forest_edge> ascending, forest_findings& found)
      : ways_up_(vertices), sizes_(vertices) {
    for (vertex_id v = 0; v < vertices; ++v) {
      ways_up_[v] = {v, top};
      sizes_[v] = 1;
    }
    for (std::size_t i = 0; i < ascending.size(); ++i) { join(ascending, i, found); }
    weights_.reserve(ascending.size());
    for (const forest_edge& edge : ascending) { weights_.push_back(edge.weight); }
  }

  /// The weight of the heaviest edge between different vertices `a` and `b`; nothing without a
  /// path.
  [[nodiscard]] std::optional<exact_number> heaviest_between(vertex_id a, vertex_id b) const {
    std::size_t heaviest = 0;
    while (a != b) {
      if (ways_up_[b].place < ways_up_[a].place) { std::swap(a, b); }
      if (ways_up_[a].place == top) { return {}; }
      heaviest = ways_up_[a].place;
      a = ways_up_[a].above;
    }
    return weights_[heaviest];
  }

private:
  static constexpr std::size_t top = std::numeric_limits<std::size_t>::max();

  struct way_up {
    vertex_id above;
    std::size_t place;  // of its edge in the order of weights; a root has `top`
  };

  [[nodiscard]] vertex_id root(vertex_id v) const {
    while (ways_up_[v].place != top) { v = ways_up_[v].above; }
    return v;
  }

  void join(std::span<const forest_edge> ascending, std::size_t i, forest_findings& found) {
    vertex_id low = root(ascending[i].source);
    vertex_id high = root(ascending[i].target);
    if (low == high) {
      found.add(forest_property::has_no_cycle, ascending[i].source, ascending[i].target);
      return;
    }
    if (sizes_[high] < sizes_[low]) { std::swap(low, high); }
    ways_up_[low] = {high, i};
    sizes_[high] += sizes_[low];
  }

  huge_array<way_up> ways_up_;
  huge_array<vertex_id> sizes_;
  std::vector<exact_number> weights_;
};

class forest_checker {
public:
  forest_checker(rank_team& team, const csr_graph& graph, const spanning_forest& forest)
      : team_(team), graph_(graph), forest_(forest) {}

  forest_findings run() {
    forest_findings edges;
    for (const forest_edge& edge : forest_.edges) {
      if (!exists(edge)) { edges.add(forest_property::edge_exists, edge.source, edge.target); }
    }
    forest_findings cycles;
    const std::vector<forest_edge> all = gathered();
    const joined_forest joined(graph_.num_vertices(), all, cycles);  // alike on every rank
    if (index_of(team_.rank()) == 0) { edges.merge(cycles); }
    forest_findings found = merged_everywhere(team_, edges);
    found.merge(check_vertices<forest_property>(
        team_, graph_, [&](local_vertex v, forest_findings& mine) { check_row(joined, v, mine); }));
    check_facts(all, found);
    return found;
  }

private:
  [[nodiscard]] bool exists(const forest_edge& edge) const {
    if (!graph_.owns(edge.source)) { return false; }
    const std::optional<local_vertex> target = known_vertex(graph_, edge.target);
    if (!target) { return false; }
    const local_vertex v = graph_.local(edge.source);
    const auto row = graph_.out_edges().row(v);
    const auto [first, last] = std::equal_range(row.begin(), row.end(), *target);
    for (auto at = first; at != last; ++at) {
      const auto i = static_cast<std::size_t>(at - row.begin());
      if (weight_at(graph_, v, i) == edge.weight) { return true; }
    }
    return false;
  }

  /// The edges of all ranks whose ends are vertices, in the order of weights.
  [[nodiscard]] std::vector<forest_edge> gathered() {
    std::vector<forest_edge> all;
    for (const forest_edge& edge : all_gather(team_, forest_.edges.span()).take_items()) {
      if (std::max(edge.source, edge.target) < graph_.num_vertices()) { all.push_back(edge); }
    }
    std::stable_sort(all.begin(), all.end(), [](const forest_edge& a, const forest_edge& b) {
      return a.weight < b.weight;
    });
    return all;
  }

  void check_row(const joined_forest& joined, local_vertex v, forest_findings& mine) const {
    const vertex_id id = graph_.global(v);
    const auto row = graph_.out_edges().row(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const vertex_id other = graph_.global(row[i]);
      if (other <= id) { continue; }  // a loop, or the other row has it
      const std::optional<exact_number> heaviest = joined.heaviest_between(id, other);
      if (!heaviest) {
        mine.add(forest_property::edge_is_inside, id, other);
      } else if (weight_at(graph_, v, i) < *heaviest) {
        mine.add(forest_property::path_is_light, id, other);
      }
    }
  }

  /// `all` are the same on every rank.
  void check_facts(const std::vector<forest_edge>& all, forest_findings& found) {
    exact_number weight = 0;
    exact_number magnitude = 0;
    for (const forest_edge& edge : all) {
      weight += edge.weight;
      magnitude += std::abs(edge.weight);
    }
    const forest_facts& facts = forest_.facts;
    const bool add_up = facts.edges == all.size() &&
                        facts.trees + facts.edges == graph_.num_vertices() &&
                        std::abs(weight - facts.weight) <= 1e-9L * magnitude;
    if (!add_up) { found.add(forest_property::facts_add_up, no_vertex); }
  }

  rank_team& team_;
  const csr_graph& graph_;
  const spanning_forest& forest_;
};

}  // namespace

std::vector<forest_violation> verify_spanning_forest(rank_team& team, const csr_graph& graph,
                                                     const spanning_forest& forest) {
  require(!graph.directed(), "verify_spanning_forest: the graph has to be undirected");
  return forest_checker(team, graph, forest).run().violations();
}

std::string sentence(forest_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case forest_property::edge_exists:
      return fmt::format("the forest's edge from {} to {} is none of the graph with that weight",
                         vertex, other);
    case forest_property::has_no_cycle:
      return fmt::format("the forest's edge from {} to {} closes a cycle", vertex, other);
    case forest_property::edge_is_inside:
      return fmt::format("{} and {} are in different trees, and there is an edge", vertex, other);
    case forest_property::path_is_light:
      return fmt::format("the edge from {} to {} is lighter than one on the path between them",
                         vertex, other);
    case forest_property::facts_add_up: break;
  }
  return "the number of edges or trees, or the sum of weights, is wrong";
}

}  // namespace orujo
