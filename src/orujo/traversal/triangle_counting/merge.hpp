// Triangles of a graph of small degrees in one rank: the rows themselves are merged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/traversal/triangle_counting/corners.hpp"
#include "orujo/traversal/triangle_counting/triangle_counting.hpp"

namespace orujo::triangle_counting {

/// Whether rows are so short that putting them in another order first would take longer than it
/// saves: one rank has the whole undirected graph, and merging the rows of the ends of each edge is
/// a few steps. Call: collective. Cost: a look at each degree.
[[nodiscard]] bool merges_rows(rank_team& team, const csr_graph& graph);

/// Counts the triangles of a graph of which merges_rows() is true: each at its greatest vertex.
/// Call: local, worker 0, outside on_workers(). Cost: O(sum of squared degrees) steps.
template <typename Corners>
[[nodiscard]] triangle_count count_by_merging(rank_team& team, const csr_graph& graph,
                                              Corners& corners);

}  // namespace orujo::triangle_counting
