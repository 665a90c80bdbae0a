// Takes away vertices to which no edge leads, level by level.
//
// Invariant: between rounds, `open[v]` is the number of edges to v from vertices that were not
// taken away. It becomes 0 exactly once, and v is taken away in the next round.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/topological/topological.hpp"

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/edge_map.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// "One edge less leads to you."
struct edge_loss {
  using value_type = no_value;

  std::uint32_t* open;

  template <typename Isolation>
  void act(Isolation, vertex_lane& lane, local_vertex v, no_value) const {
    if (Isolation::subtract(open[v], 1) == 1) { lane.add(v); }
  }
};

topological_levels levels_of(rank_team& team, const csr_graph& graph) {
  topological_levels found{.level = huge_array<std::uint32_t>(graph.num_local()), .facts = {}};
  huge_array<std::uint32_t> open(graph.num_local());
  vertex_map(team, graph, [&](local_vertex v) {
    open[v] = static_cast<std::uint32_t>(graph.in_edges().degree(v));
    found.level[v] = no_level;
  });
  frontier taken(team, graph);
  vertex_lane& first = taken.lane(team.worker_at(0));
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (open[v] == 0) { first.add(v); }
  }
  edge_map take_away(team, graph, edge_loss{open.data()}, {.name = "edges taken away"});
  std::uint64_t without = graph.num_vertices();
  for (; taken.gather(); ++found.facts.levels) {
    vertex_map(team, taken, [&](local_vertex v) { found.level[v] = found.facts.levels; });
    without -= taken.size();
    take_away(taken);
  }
  found.facts.without = without;
  return found;
}

}  // namespace

topological_levels topological(rank_team& team, const csr_graph& graph) {
  require_everywhere(graph.directed() && graph.has_in_edges(),
                     "topological: the graph must be directed, and built with its in-edges");
  require_room(team, graph, "topological levels", {.per_vertex = 24});
  return levels_of(team, graph);
}

void topological_levels::describe(report_card& card) const {
  card.add(report_section::algorithm, {"method",
                                       "vertices without edges to them are taken away",
                                       {{"levels", static_cast<double>(facts.levels), ""}}});
}

}  // namespace orujo
