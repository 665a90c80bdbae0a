// Looks at blocks of rows, so that the loop over one has no branch.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/level_search/longest_row.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace orujo::level_wise {

namespace {

std::uint64_t longest_in(std::span<const std::uint64_t> offsets) noexcept {
  constexpr std::size_t block = 1024;
  std::uint64_t longest = 0;
  for (std::size_t first = 1; first < offsets.size() && longest <= longest_short_row;
       first += block) {
    for (std::size_t v = first; v < std::min(first + block, offsets.size()); ++v) {
      longest = std::max(longest, offsets[v] - offsets[v - 1]);
    }
  }
  return longest;
}

}  // namespace

std::uint64_t longest_row_of(const csr_graph& graph) noexcept {
  const std::uint64_t out = longest_in(graph.out_edges().offsets);
  return graph.has_in_edges() ? std::max(out, longest_in(graph.in_edges().offsets)) : out;
}

}  // namespace orujo::level_wise
