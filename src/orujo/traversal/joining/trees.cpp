// Joins trees of one rank, then those of all.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/trees.hpp"

#include <cstring>
#include <numeric>
#include <span>

#include "orujo/epochs/collectives.hpp"

namespace orujo::connectivity {

numbered_trees::numbered_trees(std::size_t count) : above_(count) {
  std::iota(above_.begin(), above_.end(), number{0});
}

void numbered_trees::merge(rank_team& team) {
  if (team.size() == 1) { return; }
  const auto merge_bytes = [](std::span<std::byte> into, std::span<const std::byte> from) {
    numbered_trees all(0);
    all.above_ = from_bytes<number>(into);
    const std::vector<number> others = from_bytes<number>(from);
    for (std::size_t i = 0; i < others.size(); ++i) { all.join(static_cast<number>(i), others[i]); }
    if (!into.empty()) { std::memcpy(into.data(), all.above_.data(), into.size()); }
  };
  above_ = from_bytes<number>(
      all_reduce_bytes(team, to_bytes(std::span<const number>(above_)), merge_bytes));
}

}  // namespace orujo::connectivity
