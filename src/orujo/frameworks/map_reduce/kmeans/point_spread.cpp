// Goes over all points before the first iteration.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/point_spread.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/cluster_sums.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

/// The exact sum over all points of all ranks of `term(point)`.
template <typename T, typename Term>
double sum_over(rank_team& team, const point_blocks<T>& points, const exact_scale& scale,
                Term term) {
  std::vector<words_of_sums> sums(static_cast<std::size_t>(team.num_workers()));
  team.on_workers([&](worker& self) {
    exact_scale::words mine{0, 0};
    const index_range share = even_share(points.count(), self.index(), team.num_workers());
    for (std::size_t i = share.first; i < share.last; ++i) {
      const auto words = scale.words_of(term(i));
      mine.whole += words.whole;
      mine.rest += words.rest;
    }
    sums[static_cast<std::size_t>(self.index())] = {mine.whole, mine.rest};
  });
  for (std::size_t w = 1; w < sums.size(); ++w) { add_to(sums[0], sums[w]); }
  sums[0] = all_reduce(team, sums[0], std::plus<>());
  return scale.real_of({sums[0][0], sums[0][1]});
}

/// The largest coordinate of all ranks without its sign.
template <typename T>
double largest_of(rank_team& team, const point_blocks<T>& points) {
  std::vector<T> largest(static_cast<std::size_t>(team.num_workers()));
  team.on_workers([&](worker& self) {
    const std::span<const T> all = points.values();
    const index_range share = even_share(all.size(), self.index(), team.num_workers());
    T mine = 0;
    for (const T each : all.subspan(share.first, share.last - share.first)) {
      mine = std::max(mine, std::abs(each));
    }
    largest[static_cast<std::size_t>(self.index())] = mine;
  });
  const T own = *std::max_element(largest.begin(), largest.end());
  return all_max(team, static_cast<double>(own));
}

}  // namespace

template <typename T>
sum_scales scales_of(rank_team& team, const point_blocks<T>& points,
                     const std::vector<double>& start) {
  double largest = largest_of(team, points);
  for (const double each : start) { largest = std::max(largest, std::abs(each)); }
  const double span = 2 * largest;
  const double square = span * span * static_cast<double>(points.dimensions());
  constexpr double least = std::max<double>(std::numeric_limits<T>::min(), exact_scale::least);
  constexpr double most = static_cast<double>(std::numeric_limits<T>::max()) / 2;
  require_everywhere(largest == 0 || (square >= least && square <= most),
                     fmt::format("the largest coordinate is {:.4g}, whose square float{} does not "
                                 "hold; scale the points",
                                 largest, 8 * sizeof(T)));
  return {{largest, points.total()}, {square, points.total()}};
}

template <typename T>
double mean_variance(rank_team& team, const point_blocks<T>& points, const sum_scales& scales) {
  const auto count = static_cast<double>(points.total());
  double sum = 0;
  for (std::size_t j = 0; j < points.dimensions(); ++j) {
    const auto value = [&](std::size_t i) { return static_cast<double>(points.at(i, j)); };
    const double mean = sum_over(team, points, scales.coordinate, value) / count;
    sum += sum_over(team, points, scales.distance,
                    [&](std::size_t i) { return (value(i) - mean) * (value(i) - mean); });
  }
  return sum / count / static_cast<double>(points.dimensions());
}

template sum_scales scales_of(rank_team&, const point_blocks<float>&, const std::vector<double>&);
template sum_scales scales_of(rank_team&, const point_blocks<double>&, const std::vector<double>&);
template double mean_variance(rank_team&, const point_blocks<float>&, const sum_scales&);
template double mean_variance(rank_team&, const point_blocks<double>&, const sum_scales&);

}  // namespace orujo
