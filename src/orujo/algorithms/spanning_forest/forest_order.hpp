// Puts the edges of a forest where the result has them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"

namespace orujo {

/// `edges` of all ranks, each at the owner of its source, ascending by source, then target. Call:
/// collective. Cost: O(edges), and O(d log d) for those of a source of d. Memory: three
/// times the edges that this rank gets, and 8 bytes for each owned vertex.
[[nodiscard]] huge_array<forest_edge> forest_in_order(rank_team& team, const csr_graph& graph,
                                                      std::span<const forest_edge> edges);

}  // namespace orujo
