// Checks the labels of connected components by the properties that make them right.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/components/components.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for the labels of components, and for no others. Where the first three hold and facts
/// add up, the number of components is right, too.
enum class components_property : std::uint8_t {
  label_is_not_greater,  ///< The label is a vertex, and not greater than the vertex that has it.
  edge_joins_equals,     ///< The ends of an edge have the same label: nothing is split.
  label_is_reached,  ///< The vertex called `label` has that label, and a path leads from it to each
                     ///< vertex that has it: nothing is merged that is apart.
  facts_add_up,      ///< As many vertices are their own labels as there are components.
};

using components_violation = property_violation<components_property>;

[[nodiscard]] std::string sentence(components_property property, vertex_id vertex, vertex_id other);

/// The properties that `result` lacks, the same on every rank; none if it is right.
/// Shares no code with components(): floods each component from the vertex that it is named after.
/// Call: collective. Throws: usage_error on every rank if the labels are not of this graph, or if
/// the graph is directed and was built without in-edges. Cost: two looks at every edge, a message
/// for every ghost. Memory: 9 bytes for each owned vertex and ghost.
[[nodiscard]] std::vector<components_violation> verify_components(rank_team& team,
                                                                  const csr_graph& graph,
                                                                  const component_labels& result);

}  // namespace orujo
