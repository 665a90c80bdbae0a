// Shares out the rows of a file by their offsets.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/stored_rows.hpp"

#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"

namespace orujo::building {

namespace {

/// The first vertex from `low` on before which there are `wanted` arcs and vertices.
vertex_id cut_at(std::uint64_t wanted, vertex_id low, vertex_id high,
                 const std::function<std::uint64_t(vertex_id)>& offset_at) {
  while (low < high) {
    const vertex_id middle = low + (high - low) / 2;
    if (offset_at(middle) + middle < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::vector<vertex_id> choose_starts(int ranks, const stored_sizes& sizes,
                                     const std::function<std::uint64_t(vertex_id)>& offset_at) {
  std::vector<vertex_id> starts = {0};
  starts.reserve(static_cast<std::size_t>(ranks) + 1);
  const std::uint64_t share = (sizes.arcs + sizes.vertices) / static_cast<std::uint64_t>(ranks);
  for (int r = 1; r < ranks; ++r) {
    starts.push_back(
        cut_at(share * static_cast<std::uint64_t>(r), starts.back(), sizes.vertices, offset_at));
  }
  starts.push_back(sizes.vertices);
  return starts;
}

}  // namespace

block_partition partition_stored(rank_team& team, block_balance balance, const stored_sizes& sizes,
                                 const std::function<std::uint64_t(vertex_id)>& offset_at) {
  if (balance == block_balance::vertices || team.size() == 1) {
    return block_partition::even(sizes.vertices, team.size());
  }
  std::vector<vertex_id> starts = run_agreed(team, [&] {
    return index_of(team.rank()) == 0 ? choose_starts(team.size(), sizes, offset_at)
                                      : std::vector<vertex_id>();
  });
  return block_partition(broadcast(team, std::move(starts)));
}

}  // namespace orujo::building
