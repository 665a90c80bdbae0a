// What the points of all ranks have in all, and at most.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/cluster_sums.hpp"
#include "orujo/frameworks/map_reduce/kmeans/exact_sum.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// The exact sum over all points of all ranks of `term(point)`, in two words.
/// Call: collective.
template <typename T, typename Term>
[[nodiscard]] words_of_sums total_over(rank_team& team, const point_blocks<T>& points,
                                       const exact_scale& scale, Term term) {
  std::vector<words_of_sums> sums(static_cast<std::size_t>(team.num_workers()));
  team.on_workers([&](worker& self) {
    std::array<std::int64_t, 2> mine{};
    const index_range share = even_share(points.count(), self.index(), team.num_workers());
    for (std::size_t i = share.first; i < share.last; ++i) {
      scale.add(term(i), mine.data(), mine.size());
    }
    sums[static_cast<std::size_t>(self.index())].assign(mine.begin(), mine.end());
  });
  for (std::size_t w = 1; w < sums.size(); ++w) { add_to(sums[0], sums[w]); }
  return all_reduce(team, sums[0], std::plus<>());
}

/// The largest of `term(point)` over all points of all ranks, and 0. Call: collective.
template <typename T, typename Term>
[[nodiscard]] double largest_over(rank_team& team, const point_blocks<T>& points, Term term) {
  std::vector<double> largest(static_cast<std::size_t>(team.num_workers()));
  team.on_workers([&](worker& self) {
    double mine = 0;
    const index_range share = even_share(points.count(), self.index(), team.num_workers());
    for (std::size_t i = share.first; i < share.last; ++i) { mine = std::max(mine, term(i)); }
    largest[static_cast<std::size_t>(self.index())] = mine;
  });
  return all_max(team, *std::max_element(largest.begin(), largest.end()));
}

}  // namespace orujo
