// Chooses between a table and a list.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/rank_ranges.hpp"

namespace orujo {

namespace {

/// A table of so many ranks is small, and a look at it quick.
constexpr std::size_t always_table = 512;

}  // namespace

void rank_ranges::seal() {
  const std::size_t table = ranks_.empty() ? 0 : std::size_t{ranks_.back()} + 1;
  constexpr std::size_t listed_bytes = sizeof(std::uint16_t) + sizeof(std::size_t);
  is_table_ = table <= always_table || table * sizeof(std::size_t) <= ranks_.size() * listed_bytes;
  if (!is_table_) {
    ranks_.shrink_to_fit();
    ends_.shrink_to_fit();
    return;
  }
  std::vector<std::size_t> all(table);
  std::size_t end = 0;
  for (std::size_t rank = 0, at = 0; rank < table; ++rank) {
    if (ranks_[at] == rank) { end = ends_[at++]; }
    all[rank] = end;
  }
  ends_ = std::move(all);
  ranks_ = {};
}

}  // namespace orujo
