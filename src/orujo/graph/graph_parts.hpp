// Graphs that share the arrays of another one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// All of a graph, with all arrays shared.
[[nodiscard]] csr_parts parts_of(const csr_graph& graph);

/// The same graph, whose vertices are called by `names`, one for each vertex of all ranks.
/// Call: any thread of each rank.
[[nodiscard]] csr_graph with_names(rank_team& team, const csr_graph& graph,
                                   const vertex_names& names);

/// The same graph, whose vertices are called by ascending `ids`, one for each vertex of all ranks.
/// Call: any thread of each rank.
[[nodiscard]] csr_graph with_ids(rank_team& team, const csr_graph& graph,
                                 std::span<const std::uint64_t> ids);

/// The same graph with every edge the other way round.
/// Call: collective. Throws: agreed_error where a directed graph lacks its edges by target.
[[nodiscard]] csr_graph reversed_graph(const rank_team& team, const csr_graph& graph);

}  // namespace orujo
