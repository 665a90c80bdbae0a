// Triangles of any graph: the row of each vertex goes to the ranks that own vertices in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/traversal/triangle_counting/corners.hpp"
#include "orujo/traversal/triangle_counting/triangle_counting.hpp"

namespace orujo::triangle_counting {

/// Counts the triangles along rows of neighbours of higher degree, and at the vertices what
/// `corners` asks for. Call: collective. Cost: that of count_triangles().
template <typename Corners>
[[nodiscard]] triangle_count count_by_sent_rows(rank_team& team, const csr_graph& graph,
                                                Corners& corners);

}  // namespace orujo::triangle_counting
