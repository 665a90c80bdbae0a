// Checks core numbers by a subgraph that shows they are not too high, and an order of taking away
// that shows they are not too low.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/cores/kcore.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What together holds for the core numbers, and for no others.
enum class core_property : std::uint8_t {
  core_is_dense,       ///< A vertex of core number k has k neighbours of core numbers at least k.
  few_are_left,        ///< It has at most k neighbours of the same round or a later one.
  rounds_do_not_fall,  ///< A round has one core number, at least that of the round before.
  facts_add_up,        ///< The highest core number and the number of rounds.
};

using core_violation = property_violation<core_property>;

[[nodiscard]] std::string sentence(core_property property, vertex_id vertex, vertex_id other);

/// The properties that `found` lacks, the same on every rank; none if it is right. The first proves
/// that no core number is too high. The others prove that none is too low: of a subgraph of degrees
/// above k, the vertex of the earliest round would have more than k neighbours left. Shares no code
/// with kcore().
/// Call: collective. Throws: usage_error on every rank if `found` is not of this graph. Cost: a
/// look at every edge, two values for every ghost, two for every round. Memory: 8 bytes for each
/// owned vertex and ghost.
[[nodiscard]] std::vector<core_violation> verify_kcore(rank_team& team, const csr_graph& graph,
                                                       const core_numbers& found);

}  // namespace orujo
