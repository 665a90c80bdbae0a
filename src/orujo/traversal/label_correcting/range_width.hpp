// How wide the ranges of an order are for labels that add up weights.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Meyer and Sanders's Δ, the largest weight by the degree, with the degree that an edge sees at
/// its end, which in graphs with hubs is far above the mean. Of whole weights, and where edges have
/// none, a power of two.
/// Call: collective. Cost: a look at every degree and at some thousand weights of each rank.
[[nodiscard]] double range_width(rank_team& team, const csr_graph& graph);

}  // namespace orujo
