// The minimum spanning forest in rounds, on any number of ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The forest of an undirected graph, without the sums of its figures: in each round every tree
/// takes the least edge out of it (Borůvka 1926), or first activities join those of one rank.
/// Call: collective. Throws on every rank: memory_error; peer_failed, interrupted_error.
/// Cost and memory: those of minimum_spanning_forest().
[[nodiscard]] spanning_forest join_in_rounds(rank_team& team, const csr_graph& graph,
                                             const forest_options& options);

}  // namespace orujo
