// Checks a maximal independent set by looking at the neighbours of each vertex.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orujo/algorithms/independent_set/maximal_independent_set.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for the first maximal independent set of an order, and for no other set.
enum class independent_set_property : std::uint8_t {
  ends_are_apart,  ///< No edge has both ends in the set: it is independent.
  none_can_join,   ///< A vertex outside has a neighbour in the set: it is maximal.
  first_of_order,  ///< A vertex outside has a neighbour in the set that comes before it.
  facts_add_up,    ///< The set has as many vertices as it says.
};

using independent_set_violation = property_violation<independent_set_property>;

[[nodiscard]] std::string sentence(independent_set_property property, vertex_id vertex,
                                   vertex_id other);

/// The properties that `found` lacks, the same on every rank; none if it is the first maximal
/// independent set of the order that `priority` gives, see vertex_priorities(). Shares no code with
/// maximal_independent_set().
/// Call: collective. Throws: usage_error on every rank if `found` or `priority` are not of this
/// graph. Cost: a look at every edge, a value for every ghost.
/// Memory: 1 byte for each owned vertex and ghost.
[[nodiscard]] std::vector<independent_set_violation> verify_independent_set(
    rank_team& team, const csr_graph& graph, const independent_set& found,
    std::span<const std::uint64_t> priority);

}  // namespace orujo
