// The binomial tree over the ranks that waves and collectives follow; rank 0 is the root.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// The rank whose lowest set bit is cleared. `rank` is not 0.
[[nodiscard]] constexpr rank_id tree_parent(rank_id rank) noexcept {
  const int r = index_of(rank);
  return rank_id{r & (r - 1)};
}

/// The ranks whose parent is `rank`, nearest first.
[[nodiscard]] inline std::vector<rank_id> tree_children(rank_id rank, int size) {
  std::vector<rank_id> children;
  const int r = index_of(rank);
  for (int bit = 1; r + bit < size && (r & bit) == 0; bit <<= 1) {
    children.push_back(rank_id{r + bit});
  }
  return children;
}

/// How many ranks are below `rank`, which is not 0, with itself: it and those that follow.
[[nodiscard]] constexpr std::size_t tree_size(rank_id rank, int size) noexcept {
  const int r = index_of(rank);
  return static_cast<std::size_t>(std::min(r & -r, size - r));
}

}  // namespace orujo
