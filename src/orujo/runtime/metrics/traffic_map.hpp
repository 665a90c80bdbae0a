// Who sent how much to whom.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "orujo/messaging/rank_team.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"

namespace orujo {

/// Parcels of messages from rank to rank; those between workers of a rank stand on the diagonal.
/// Parcels that travel over other ranks count once for each hop. Of more than 64 ranks, neighbours
/// are added up.
struct traffic_map {
  std::size_t ranks = 0;
  std::size_t ranks_per_row = 1;                ///< The same for columns.
  std::vector<std::vector<rank_traffic>> rows;  ///< rows[from][to]; none if it was not counted.

  [[nodiscard]] rank_traffic sum() const noexcept;
};

/// Brings together what each rank has `sent`; the same on every rank.
/// Call: collective; with the setting traffic_map, else the map has no rows. Cost: log2(P) steps,
/// in which 64 KiB travel. Memory: the same, and nothing that grows with P but `sent`.
[[nodiscard]] traffic_map gather_traffic(rank_team& team, const std::vector<rank_traffic>& sent);

}  // namespace orujo
