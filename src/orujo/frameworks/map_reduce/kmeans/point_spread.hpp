// How large the coordinates of points are, and how much they vary.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "orujo/frameworks/map_reduce/kmeans/exact_sum.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// How numbers of points and centres are added up, on all ranks alike.
struct sum_scales {
  exact_scale coordinate;
  exact_scale distance;  ///< Of squares of distances.
};

/// Scales for these points and centres. Call: collective. Throws: agreed_error for wrong use if
/// squares of distances are beyond what T holds: all would be equal then.
template <typename T>
[[nodiscard]] sum_scales scales_of(rank_team& team, const point_blocks<T>& points,
                                   const std::vector<double>& start);

/// The mean, over the dimensions, of the variance of all coordinates. Call: collective.
template <typename T>
[[nodiscard]] double mean_variance(rank_team& team, const point_blocks<T>& points,
                                   const sum_scales& scales);

extern template sum_scales scales_of(rank_team&, const point_blocks<float>&,
                                     const std::vector<double>&);
extern template sum_scales scales_of(rank_team&, const point_blocks<double>&,
                                     const std::vector<double>&);
extern template double mean_variance(rank_team&, const point_blocks<float>&, const sum_scales&);
extern template double mean_variance(rank_team&, const point_blocks<double>&, const sum_scales&);

}  // namespace orujo
