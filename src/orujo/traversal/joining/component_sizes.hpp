// How many vertices each component has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// How large the components are.
struct component_sizes {
  std::uint64_t components = 0;
  std::uint64_t largest = 0;               ///< Vertices of the largest.
  vertex_id label_of_largest = no_vertex;  ///< Of several, the least.
};

/// A component, by its label.
struct component_size {
  vertex_id label;
  std::uint64_t vertices;
};

/// The components whose labels are vertices of this rank, by label.
/// Call: collective. Cost: O(V), and one value for each label that a rank has vertices of.
[[nodiscard]] std::vector<component_size> sizes_of_components(rank_team& team,
                                                              const csr_graph& graph,
                                                              std::span<const vertex_id> label);

/// Counts the vertices of each component from the labels of all vertices.
/// Call: collective. Cost: O(V), and one value for each label that a rank has vertices of.
[[nodiscard]] component_sizes measure_components(rank_team& team, const csr_graph& graph,
                                                 std::span<const vertex_id> label);

}  // namespace orujo
