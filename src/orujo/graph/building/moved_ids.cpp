// Each rank sends what others own now.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/moved_ids.hpp"

#include <cstddef>

#include "orujo/epochs/collectives.hpp"

namespace orujo::building {

std::vector<std::uint64_t> moved_ids(rank_team& team, const std::vector<std::uint64_t>& held,
                                     vertex_id first, const block_partition& wanted) {
  std::vector<std::vector<std::uint64_t>> outgoing;
  for (const index_range& share : wanted.shares_of(first, held.size())) {
    outgoing.emplace_back(held.begin() + static_cast<std::ptrdiff_t>(share.first),
                          held.begin() + static_cast<std::ptrdiff_t>(share.last));
  }
  std::vector<std::uint64_t> ids;
  for (const auto& each : all_to_all_v(team, outgoing)) {  // by rank, hence ascending
    ids.insert(ids.end(), each.begin(), each.end());
  }
  return ids;
}

}  // namespace orujo::building
