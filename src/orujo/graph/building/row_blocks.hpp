// Cuts the rows of a rank into blocks of about equal work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// Cuts the rows of `edges` into blocks of about `arcs` arcs; a longer row is a block of its own.
[[nodiscard]] inline std::vector<index_range> row_blocks(const adjacency& edges,
                                                         std::uint64_t arcs) {
  std::vector<index_range> blocks;
  const std::size_t rows = edges.offsets.size() - 1;
  for (std::size_t first = 0; first < rows; first = blocks.back().last) {
    // Rows count too: there may be many empty ones.
    std::size_t last = first + 1;
    while (last < rows && edges.offsets[last + 1] - edges.offsets[first] + (last - first) < arcs) {
      ++last;
    }
    blocks.push_back({first, last});
  }
  return blocks;
}

}  // namespace orujo
