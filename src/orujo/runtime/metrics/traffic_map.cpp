// Adds up the rows of a map on their way to all ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/metrics/traffic_map.hpp"

#include <utility>

#include "orujo/base/row_groups.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

rank_traffic operator+(const rank_traffic& a, const rank_traffic& b) noexcept {
  return {a.parcels + b.parcels, a.bytes + b.bytes};
}

}  // namespace

rank_traffic traffic_map::sum() const noexcept {
  rank_traffic all;
  for (const auto& row : rows) {
    for (const rank_traffic& each : row) { all = all + each; }
  }
  return all;
}

traffic_map gather_traffic(rank_team& team, const std::vector<rank_traffic>& sent) {
  const auto ranks = static_cast<std::size_t>(team.size());
  traffic_map map{.ranks = ranks, .ranks_per_row = rows_per_group(ranks), .rows = {}};
  if (sent.empty()) { return map; }  // on every rank: settings are the same
  const std::size_t groups = groups_of(ranks).size();
  std::vector<rank_traffic> cells(groups * groups);
  const std::size_t own =
      static_cast<std::size_t>(index_of(team.rank())) / map.ranks_per_row * groups;
  for (std::size_t to = 0; to < ranks; ++to) {
    rank_traffic& cell = cells[own + to / map.ranks_per_row];
    cell = cell + sent[to];
  }
  const auto add = [](const rank_traffic& a, const rank_traffic& b) { return a + b; };
  cells = all_reduce(team, std::move(cells), add);
  for (std::size_t from = 0; from < groups; ++from) {
    const auto first = cells.begin() + static_cast<std::ptrdiff_t>(from * groups);
    map.rows.emplace_back(first, first + static_cast<std::ptrdiff_t>(groups));
  }
  return map;
}

}  // namespace orujo
