// From what the input calls vertices to their numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/vertex_names.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The vertex that the input calls `input_id`; no_vertex if there is none. Call: collective.
[[nodiscard]] vertex_id find_vertex(rank_team& team, const csr_graph& graph,
                                    std::uint64_t input_id);

/// The same by its name, or where vertices have none by an id in digits. Call: collective.
[[nodiscard]] vertex_id find_vertex(rank_team& team, const csr_graph& graph, std::string_view name);

/// The same for each of `labels`, which are the same on every rank. Call: collective.
/// Cost: a search in the owned ids or names for each label, and one reduction of 8 bytes for each.
[[nodiscard]] std::vector<vertex_id> find_vertices(rank_team& team, const csr_graph& graph,
                                                   const vertex_names& labels);

}  // namespace orujo
