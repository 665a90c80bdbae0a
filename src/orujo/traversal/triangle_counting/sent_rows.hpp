// Triangles of any graph: rows of vertices go to the ranks that have these in rows of their own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/traversal/triangle_counting/corners.hpp"
#include "orujo/traversal/triangle_counting/triangle_counting.hpp"

namespace orujo::triangle_counting {

/// Counts the triangles along rows of neighbours of higher degree, and at the vertices what
/// `corners` asks for; rows of other ranks take `most_held` bytes at a time, or somewhat more.
/// Call: collective. Cost: that of count_triangles(); a round if they do not fit at once.
template <typename Corners>
[[nodiscard]] triangle_count count_by_sent_rows(rank_team& team, const csr_graph& graph,
                                                Corners& corners, std::uint64_t most_held);

}  // namespace orujo::triangle_counting
