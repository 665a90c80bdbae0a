// How long rows are, where they are short.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/graph/csr_graph.hpp"

namespace orujo::level_wise {

/// Where a row is longer, it is not known how long rows are.
inline constexpr std::uint64_t longest_short_row = 64;

/// The most edges out of a vertex of this rank, or into one, or some number above
/// longest_short_row. Cost: a look at each vertex, or at those before the first long row.
[[nodiscard]] std::uint64_t longest_row_of(const csr_graph& graph) noexcept;

}  // namespace orujo::level_wise
