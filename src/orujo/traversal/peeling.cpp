// Peels level by level: all vertices of one round at once, on all workers of all ranks.
//
// Invariant: between rounds, `left[v]` is the number of neighbours of v that were not taken away,
// if v itself was not. It falls to the level exactly once, and then v is taken in the next round.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/peeling.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/tasks/touched_array.hpp"
#include "orujo/traversal/edge_map.hpp"
#include "orujo/traversal/falling_buckets.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// "One neighbour less."
struct neighbour_loss {
  using value_type = no_value;

  std::uint32_t* left;
  falling_buckets* peel;

  template <typename Isolation>
  void act(Isolation, vertex_lane& lane, local_vertex v, no_value) const {
    if (Isolation::is_shared && falling_buckets::is_out(Isolation::load(left[v]))) { return; }
    const std::uint32_t before = Isolation::subtract(left[v], 1);
    peel->fell(lane, v, {.before = before, .after = before - 1});
  }
};

std::uint32_t neighbours_of(const csr_graph& graph, local_vertex v) {
  const std::span<const local_vertex> row = graph.out_edges().row(v);
  return static_cast<std::uint32_t>(row.size()) -
         static_cast<std::uint32_t>(std::count(row.begin(), row.end(), v));
}

}  // namespace

peeled_vertices peel(rank_team& team, const csr_graph& graph) {
  require_everywhere(!graph.directed(),
                     "kcore: the edges must go both ways; build the graph undirected");
  require_room(team, graph, "core numbers", {.per_vertex = 32});
  const std::size_t size = graph.num_local();
  peeled_vertices result{.core = touched_array<std::uint32_t>(team, size),
                         .round = touched_array<std::uint32_t>(team, size),
                         .left = touched_array<std::uint32_t>(team, size)};
  huge_array<std::uint32_t> left = touched_array<std::uint32_t>(team, size);
  vertex_map(team, graph, [&](local_vertex v) { left[v] = neighbours_of(graph, v); });
  falling_buckets peel(team, left.span());
  frontier taken(team, graph);
  edge_map take_away(team, graph, neighbour_loss{left.data(), &peel},
                     {.name = "neighbours taken away"});
  std::vector<std::uint32_t> level_of_round;
  while (peel.advance(taken)) {
    for (; taken.gather(); level_of_round.push_back(peel.level())) {
      const auto round = static_cast<std::uint32_t>(level_of_round.size());
      vertex_map(team, taken, [&](local_vertex v) {
        result.round[v] = round;
        result.left[v] = std::exchange(left[v], falling_buckets::no_key);
      });
      take_away(taken);
    }
  }
  vertex_map(team, graph,
             [&](local_vertex v) { result.core[v] = level_of_round[result.round[v]]; });
  result.rounds = static_cast<std::uint32_t>(level_of_round.size());
  result.max_core = peel.level();
  return result;
}

}  // namespace orujo
