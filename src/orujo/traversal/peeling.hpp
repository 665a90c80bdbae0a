// Takes a graph away from outside in: all vertices with few neighbours left, round by round.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// When each vertex was taken away, spread over the ranks as the graph is: element i is for the
/// owned vertex with the local number i.
struct peeled_vertices {
  huge_array<std::uint32_t> core;   ///< The largest k with a subgraph of degrees at least k.
  huge_array<std::uint32_t> round;  ///< From 0: when the vertex was taken away.
  huge_array<std::uint32_t> left;   ///< Its neighbours that were left when that round began.
  std::uint32_t max_core = 0;       ///< The same on every rank, as the following.
  std::uint32_t rounds = 0;         ///< Each took away what could be taken away at once.
};

/// With k from 0 upwards, takes away in rounds all vertices that have at most k neighbours left; k
/// is their core number. A round takes away all vertices that have at most k neighbours left when
/// it begins, so rounds, too, are the same for every number of ranks and workers, and in every run.
/// Loops do not count; each of several parallel edges does.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is directed;
/// memory_error. Cost: O(E + V log(highest degree)), a barrier for each round, and a message at
/// most for each edge between ranks. Memory: 32 bytes for each owned vertex, 4 for each round.
[[nodiscard]] peeled_vertices peel(rank_team& team, const csr_graph& graph);

}  // namespace orujo
