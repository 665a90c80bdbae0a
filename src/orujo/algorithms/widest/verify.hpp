// Checks the widths of widest paths without searching: by the properties that make them widest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/widest/widest.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for the largest widths, and for no others.
enum class widest_property : std::uint8_t {
  source_is_endless,  ///< The source has the largest number.
  no_edge_widens,     ///< No edge leads to a vertex along a wider path than its width says.
  path_exists,        ///< Edges no narrower lead from the source to every vertex of a width.
  facts_add_up,       ///< The number of reached vertices, the least width, the sum.
};

using widest_violation = property_violation<widest_property>;

[[nodiscard]] std::string sentence(widest_property property, vertex_id vertex, vertex_id other);

/// The properties of the widest paths from `source` that `found` lacks, the same on every rank;
/// none if it is right. Shares no code with widest(): marks are flooded along edges that are as
/// wide as the widths say.
/// Call: collective. Throws: usage_error on every rank if `found` is not of this graph. Cost: two
/// looks at every edge, and a look at each vertex whenever marks come from other ranks.
/// Memory: 10 bytes for each owned vertex and ghost.
[[nodiscard]] std::vector<widest_violation> verify_widest(rank_team& team, const csr_graph& graph,
                                                          vertex_id source,
                                                          const path_widths& found);

}  // namespace orujo
