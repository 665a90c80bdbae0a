// Core numbers: how dense a part of the graph each vertex belongs to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What was found and how; the same on every rank.
struct core_facts {
  std::uint32_t max_core = 0;  ///< The degeneracy of the graph.
  std::uint32_t rounds = 0;    ///< Each took away what could be taken away at once.
};

/// Core numbers, spread over the ranks as the graph is: element i is for the owned vertex with the
/// local number i.
struct core_numbers {
  owned_values<std::uint32_t> core;   ///< The largest k with a subgraph of degrees at least k.
  owned_values<std::uint32_t> round;  ///< From 0: when the vertex was taken away.
  owned_values<std::uint32_t> left;   ///< Its neighbours that were left when that round began.
  core_facts facts;

  void describe(report_card& card) const;
};

/// Peels the graph: with k from 0 upwards, takes away in rounds all vertices that have at most k
/// neighbours left; k is their core number. A round takes away all vertices that have at most k
/// neighbours left when it begins, so rounds, too, are the same for every number of ranks and
/// workers, and in every run. Loops do not count; each of several parallel edges does.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is directed;
/// memory_error. Cost: O(E + V log(highest degree)), a barrier for each round, and a message at
/// most for each edge between ranks. Memory: 32 bytes for each owned vertex.
[[nodiscard]] core_numbers kcore(rank_team& team, const csr_graph& graph);

}  // namespace orujo
