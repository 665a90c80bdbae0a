// How many targets of a row are among others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <ranges>
#include <span>

#include "orujo/graph/csr_graph.hpp"

namespace orujo {

/// How many of the targets in `row` are among the numbers of `others`, but for `but`; those of
/// parallel edges count once. Both ascend, and no number is twice among `others`, of whose elements
/// `number` has it. Cost: O(row + others).
template <typename Others, typename Number = std::identity>
[[nodiscard]] std::uint64_t num_common_targets(std::span<const local_vertex> row, local_vertex but,
                                               const Others& others, Number number = {}) {
  std::uint64_t found = 0;
  auto next = std::ranges::begin(others);
  const auto end = std::ranges::end(others);
  for (const local_vertex target : row) {
    while (next != end && std::invoke(number, *next) < target) { ++next; }
    if (next == end) { break; }
    if (std::invoke(number, *next) != target) { continue; }
    found += target != but ? 1U : 0U;
    ++next;
  }
  return found;
}

}  // namespace orujo
