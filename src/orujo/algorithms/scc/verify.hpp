// Checks strongly connected components by the properties that make them right.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/scc/scc.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What together holds for the labels of strongly connected components, and for no others.
enum class scc_property : std::uint8_t {
  label_is_not_greater,  ///< The label is a vertex, and not greater than the vertex that has it.
  label_leads_here,      ///< The vertex called `label` has that label, and a path of vertices with
                         ///< that label leads from it to each that has it.
  label_is_led_to,       ///< And back: nothing is merged that is apart.
  no_cycle_of_labels,    ///< No path leads from a label by others back to it: nothing is split.
  facts_add_up,          ///< The numbers of components, and how large the largest is.
};

using scc_violation = property_violation<scc_property>;

[[nodiscard]] std::string sentence(scc_property property, vertex_id vertex, vertex_id other);

/// The properties that `result` lacks, the same on every rank; none if it is right. Shares no code
/// with scc(): floods each component both ways from the vertex that it is named after, then takes
/// away components that no edge from others leads to, until none is left.
/// Call: collective. Throws: usage_error on every rank if the labels are not of this graph, or if
/// the graph is directed and was built without in-edges. Cost: five looks at every edge, a message
/// for each edge between components and for each ghost. Memory: 16 bytes for each owned vertex, 11
/// for each ghost.
[[nodiscard]] std::vector<scc_violation> verify_scc(rank_team& team, const csr_graph& graph,
                                                    const scc_labels& result);

}  // namespace orujo
