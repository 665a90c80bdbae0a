// Chooses the order of a shortest-path search from the graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/work_order.hpp"

namespace orujo {

/// `wanted` with all that is open in it decided: the width from weights and degrees, the kind,
/// among several ranks, from the time that a collective takes, which is measured. The latter may
/// differ from run to run; what is found does not. Call: collective. Cost: a look at every degree
/// and at some thousand weights of each rank; some collectives.
[[nodiscard]] work_order shortest_path_order(rank_team& team, const csr_graph& graph,
                                             const std::optional<work_order>& wanted);

}  // namespace orujo
