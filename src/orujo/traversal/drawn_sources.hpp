// Vertices to start from, drawn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// `count` vertices that have out-edges, drawn from `seed`, each of them once: one comes a second
/// time only after 16,384 draws that found no other. The same on every rank, and for every number
/// of ranks and workers. In a graph that has next to none, vertices without edges fill up. The
/// graph has a vertex.
/// Call: collective. Cost: a few hundred looks at degrees, and as many values from each rank; sixty
/// times as many once all that is easily found was drawn.
[[nodiscard]] std::vector<vertex_id> draw_sources(rank_team& team, const csr_graph& graph,
                                                  std::uint64_t seed, std::uint64_t count);

/// The same for sources of one run, of which none needs to count twice: where no more than `count`
/// vertices have out-edges, these. Call: collective. Cost: that, and a look at each owned vertex.
[[nodiscard]] std::vector<vertex_id> draw_sources_once(rank_team& team, const csr_graph& graph,
                                                       std::uint64_t seed, std::uint64_t count);

/// How many vertices have out-edges. Call: collective. Cost: a look at each owned vertex.
[[nodiscard]] std::uint64_t num_vertices_with_edges(rank_team& team, const csr_graph& graph);

/// The vertices that have out-edges, ascending.
/// Call: collective. Memory: 8 bytes for each, on every rank.
[[nodiscard]] std::vector<vertex_id> vertices_with_edges(rank_team& team, const csr_graph& graph);

}  // namespace orujo
