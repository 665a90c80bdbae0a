// Checks a greedy colouring by the two properties that determine it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "orujo/algorithms/colouring/colour.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for the Grundy colouring of an order, and for no other colouring.
enum class colour_property : std::uint8_t {
  ends_differ,      ///< The ends of an edge have different colours.
  lower_are_taken,  ///< Each colour below a vertex's own is that of a neighbour before it.
  facts_add_up,     ///< There are as many colours as it says.
};

using colour_violation = property_violation<colour_property>;

[[nodiscard]] std::string sentence(colour_property property, vertex_id vertex, vertex_id other);

/// The properties that `found` lacks, the same on every rank; none if it is the Grundy colouring of
/// the order that `priority` gives, see vertex_priorities(); without one, if it is a colouring, of
/// which lower_are_taken need not hold. Shares no code with colour().
/// Call: collective. Throws: usage_error on every rank if `found` or `priority` are not of this
/// graph. Cost: a look at every edge, a value for every ghost.
/// Memory: 4 bytes for each owned vertex and ghost.
[[nodiscard]] std::vector<colour_violation> verify_colours(
    rank_team& team, const csr_graph& graph, const colouring& found,
    std::optional<std::span<const std::uint64_t>> priority);

}  // namespace orujo
