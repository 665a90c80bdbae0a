// Trees of things that are few enough for every rank to know all of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/messaging/rank_team.hpp"

namespace orujo::connectivity {

/// Trees of things with numbers from 0 on; a root is the least of its tree.
class numbered_trees {
public:
  using number = std::uint32_t;

  explicit numbered_trees(std::size_t count);

  void join(number a, number b) noexcept {
    a = root(a);
    b = root(b);
    above_[std::max(a, b)] = std::min(a, b);
  }

  [[nodiscard]] number root(number i) noexcept {
    while (above_[i] != i) { i = above_[i] = above_[above_[i]]; }
    return i;
  }

  /// Joins all that is joined in the trees of any rank, on every rank.
  /// Call: collective; all trees are of as many things. Cost: 4 bytes for each thing, up and down
  /// the tree of ranks.
  void merge(rank_team& team);

private:
  std::vector<number> above_;  // of its tree and never greater
};

}  // namespace orujo::connectivity
