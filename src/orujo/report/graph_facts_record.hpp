// What a record says of the graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/run_record.hpp"

namespace orujo {

/// Call: collective.
[[nodiscard]] graph_record graph_record_of(rank_team& team, const csr_graph& graph);

}  // namespace orujo
