// Most vertices have a nearer one before them; the others are found round by round.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/tree.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <utility>

#include "orujo/algorithms/sssp/path.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/edge_map.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// Gives a parent to vertices as near as the one that their edge of weight 0 comes from, which has
/// one. Invariant: `found` of a vertex is the least of those that were in the tree before the round
/// in which it was found.
template <typename Distance>
struct equal_step {
  struct value_type {
    Distance distance;
    vertex_id from;
  };

  const csr_graph* graph;
  std::span<const Distance> distances;
  std::span<const vertex_id> parents;
  std::span<vertex_id> found;

  template <typename Isolation>
  [[nodiscard]] value_type value_of(Isolation, local_vertex v) const {
    return {distances[v], graph->global(v)};
  }
  [[nodiscard]] value_type along(const value_type& value, std::uint64_t edge) const {
    const auto& weights = graph->out_edges().weights;
    return {value.distance + (weights.empty() ? Distance{1} : weights.template at<Distance>(edge)),
            value.from};
  }
  template <typename Isolation>
  void act(Isolation, vertex_lane& lane, local_vertex v, const value_type& value) const {
    if (value.distance != distances[v] || parents[v] != no_vertex) { return; }
    if (Isolation::claim(found[v], no_vertex, value.from)) { return lane.add(v); }
    Isolation::lower(found[v], value.from);
  }
};

template <typename Distance>
class tree_finder {
public:
  tree_finder(rank_team& team, const csr_graph& graph, std::span<const Distance> distances)
      : team_(team), graph_(graph), distances_(distances), parents_(graph.num_local()) {}

  owned_values<vertex_id> run(vertex_id source) {
    if (find_nearer(source) > 0) { find_equal(); }
    return std::move(parents_);
  }

private:
  [[nodiscard]] bool has_parent(local_vertex v) const { return parents_[v] != no_vertex; }

  /// Returns how many vertices of all ranks are still without a parent.
  std::uint64_t find_nearer(vertex_id source) {
    const tight_edges<Distance> edges(team_, graph_, distances_);
    const local_vertex own = graph_.owns(source) ? graph_.local(source) : graph_.num_local();
    return vertex_reduce(
        team_, graph_,
        [&](local_vertex v) -> std::uint64_t {
          const bool reached = distances_[v] != tight_edges<Distance>::none;
          parents_[v] = v == own ? source : reached ? edges.nearest(v) : no_vertex;
          return reached && !has_parent(v) ? 1 : 0;
        },
        std::plus<>());
  }

  /// Whether an edge out of `v` leads no farther.
  [[nodiscard]] bool any_adds_nothing(local_vertex v) const {
    const adjacency& out = graph_.out_edges();
    if (out.weights.empty()) { return false; }
    for (std::uint64_t i = out.offsets[v]; i < out.offsets[v + 1]; ++i) {
      if (distances_[v] + out.weights.template at<Distance>(i) == distances_[v]) { return true; }
    }
    return false;
  }

  void find_equal() {
    owned_values<vertex_id> found(graph_.num_local());
    vertex_map(team_, graph_, [&](local_vertex v) { found[v] = no_vertex; });
    frontier added(team_, graph_);
    edge_map<equal_step<Distance>> step(
        team_, graph_, {&graph_, distances_, parents_.span(), found.span()}, {.name = "equals"});
    for_each_share(team_, graph_.num_local(), [&](worker& self, index_range share) {
      for (std::size_t i = share.first; i < share.last; ++i) {
        const auto v = static_cast<local_vertex>(i);
        if (has_parent(v) && any_adds_nothing(v)) { added.lane(self).add(v); }
      }
    });
    while (added.gather()) {
      vertex_map(team_, added, [&](local_vertex v) {
        if (!has_parent(v)) { parents_[v] = found[v]; }
      });
      step(added);
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  std::span<const Distance> distances_;
  owned_values<vertex_id> parents_;
};

}  // namespace

sssp_tree shortest_path_tree(rank_team& team, const csr_graph& graph, vertex_id source,
                             const sssp_distances& found) {
  require_everywhere(!graph.directed() || graph.has_in_edges(),
                     "shortest_path_tree: the directed graph has no in-edges; build it with them");
  require_room(team, graph, "sssp", {.per_vertex = 24, .per_ghost = 8});
  if (graph.facts().weights == weight_kind::real) {
    return {source, tree_finder<double>(team, graph, found.real.span()).run(source)};
  }
  return {source, tree_finder<std::uint64_t>(team, graph, found.whole.span()).run(source)};
}

}  // namespace orujo
