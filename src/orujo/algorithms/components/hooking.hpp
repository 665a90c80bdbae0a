// Connected components by hooking trees to each other and making them flat, round by round.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/components/components.hpp"

namespace orujo::connectivity {

/// Labels and facts by Shiloach and Vishkin's method. Looks along out-edges only.
/// Call: collective.
[[nodiscard]] component_labels label_by_hooking(rank_team& team, const csr_graph& graph);

/// The same after a breadth-first search from a vertex with the most out-edges: what it reaches is
/// one tree from the beginning, and its rows are not looked at. Call: collective.
[[nodiscard]] component_labels label_by_search_and_hooking(rank_team& team, const csr_graph& graph);

}  // namespace orujo::connectivity
