// Priorities from numbers, draws, degrees or peeling rounds.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/vertex_order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/incidence_order.hpp"
#include "orujo/traversal/peeling.hpp"

namespace orujo {

namespace {

/// Sets the priorities of owned vertices and, from their owners, those of ghosts.
template <typename PriorityOf>
void set_by_owners(rank_team& team, const csr_graph& graph, huge_array<std::uint64_t>& priority,
                   PriorityOf priority_of) {
  parallel_for(team, graph.num_local(), 1 << 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      priority[v] = priority_of(static_cast<local_vertex>(v));
    }
  });
  ghost_values<std::uint64_t>(team, graph).update(priority.span());
}

/// Of the vertices of one round those with more neighbours left come first, as if they had been
/// taken away one by one, the least first; then those of higher degree. Others are drawn: on
/// regular graphs, where many are equal, numbers that follow the graph's shape waste colours.
std::uint64_t peeling_priority(const peeled_vertices& peeled, local_vertex v, vertex_id id,
                               std::uint64_t degree) {
  constexpr std::uint32_t most_left = 0xffff;
  constexpr std::uint64_t most_degree = 0xff;
  const std::uint64_t left = std::min(peeled.left[v], most_left);
  const std::uint64_t drawn = mix64(id) & 0xff;
  return ~((std::uint64_t{peeled.round[v]} << 32) | (left << 16) |
           (std::min(degree, most_degree) << 8) | drawn);
}

}  // namespace

huge_array<std::uint64_t> vertex_priorities(rank_team& team, const csr_graph& graph,
                                            vertex_order order, std::uint64_t seed) {
  const std::size_t locals = std::size_t{graph.num_local()} + graph.num_ghosts();
  require_room(team, graph, "the order of vertices", {.per_vertex = 8, .per_ghost = 8});
  huge_array<std::uint64_t> priority(locals);
  constexpr std::uint64_t most = ~std::uint64_t{0};
  switch (order) {
    case vertex_order::first_fit: break;  // all equal: numbers decide
    case vertex_order::random:
      parallel_for(team, locals, 1 << 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t v = first; v < last; ++v) {
          priority[v] = random_stream(seed, graph.global(static_cast<local_vertex>(v))).next();
        }
      });
      break;
    case vertex_order::largest_first:
      set_by_owners(team, graph, priority,
                    [&](local_vertex v) { return most - graph.out_edges().degree(v); });
      break;
    case vertex_order::smallest_last: {
      const peeled_vertices peeled = peel(team, graph);
      set_by_owners(team, graph, priority, [&](local_vertex v) {
        return peeling_priority(peeled, v, graph.global(v), graph.out_edges().degree(v));
      });
      break;
    }
    case vertex_order::incidence:
      priority = incidence_places(team, graph);
      ghost_values<std::uint64_t>(team, graph).update(priority.span());
      break;
  }
  return priority;
}

}  // namespace orujo
