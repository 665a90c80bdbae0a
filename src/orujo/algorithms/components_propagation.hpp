// Connected components by passing on the least known id.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/components.hpp"

namespace orujo::connectivity {

/// Labels and facts.
/// Call: collective; both directions of every edge are at hand.
[[nodiscard]] component_labels label_by_propagation(rank_team& team, const csr_graph& graph);

}  // namespace orujo::connectivity
