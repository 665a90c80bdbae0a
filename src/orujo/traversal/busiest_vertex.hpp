// The vertex with the most edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The vertex with the most out-edges; of several, the least; no_vertex if no vertex has any.
/// Call: collective. Cost: O(V).
[[nodiscard]] vertex_id busiest_vertex(rank_team& team, const csr_graph& graph);

}  // namespace orujo
