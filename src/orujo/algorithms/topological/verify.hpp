// Checks topological levels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/topological/topological.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for the levels of topological(), and together for no others.
enum class topological_property : std::uint8_t {
  above_its_sources,  ///< A level is one more than the greatest of the vertices with edges to it.
  behind_a_cycle,     ///< A vertex without a level has an edge from another one.
  facts_add_up,
};

using topological_violation = property_violation<topological_property>;

[[nodiscard]] std::string sentence(topological_property property, vertex_id vertex,
                                   vertex_id other);

/// The properties that `found` lacks, the same on every rank; none if it is right. Shares no code
/// with topological(). Call: collective. Throws: usage_error on every rank if the number of levels
/// is wrong on any. Cost: a look at each edge, and a value for each ghost. Memory: 4 bytes for each
/// owned vertex and ghost.
[[nodiscard]] std::vector<topological_violation> verify_topological(
    rank_team& team, const csr_graph& graph, const topological_levels& found);

}  // namespace orujo
