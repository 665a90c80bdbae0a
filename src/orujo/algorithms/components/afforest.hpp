// Connected components by joining trees: on each rank, then between the ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/components/components.hpp"

namespace orujo::connectivity {

/// Labels and facts. Call: collective.
[[nodiscard]] component_labels label_by_joining(rank_team& team, const csr_graph& graph,
                                                const components_options& options);

}  // namespace orujo::connectivity
