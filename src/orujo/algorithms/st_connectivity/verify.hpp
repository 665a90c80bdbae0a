// Checks whether two vertices are connected by a search of its own, and that colours show it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/st_connectivity/st_connectivity.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for every right answer.
enum class st_property : std::uint8_t {
  ends_are_coloured,   ///< Source and target have their own colours, or one if they are one.
  colours_lead_back,   ///< A coloured vertex but the ends has a neighbour of its colour.
  colours_are_closed,  ///< Where not connected, neighbours of a coloured vertex have its colour.
  facts_add_up         ///< A search from the source comes to the target if and only if it says so.
};

using st_violation = property_violation<st_property>;

[[nodiscard]] std::string sentence(st_property property, vertex_id vertex, vertex_id other);

/// The properties that `found` lacks, the same on every rank; none if it is right. Shares no code
/// with st_connectivity(). Call: collective. Throws: usage_error on every rank if `found` is not of
/// this graph. Cost: a search by one worker of each rank, a look at every edge, a value for every
/// ghost. Memory: 10 bytes for each owned vertex, 1 for each ghost.
[[nodiscard]] std::vector<st_violation> verify_st_connectivity(rank_team& team,
                                                               const csr_graph& graph,
                                                               const path_ends& ends,
                                                               const st_answer& found);

}  // namespace orujo
