// How large the coordinates of points are, and how much they vary.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "orujo/frameworks/map_reduce/kmeans/exact_sum.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// How coordinates are added up, on all ranks alike. Each dimension has its own scale: one may hold
/// times, and another one degrees.
struct sum_scales {
  std::vector<exact_scale> coordinates = {};  ///< Of each dimension.
  std::vector<double> ranges = {};            ///< Its largest coordinate less its least.
  std::size_t words = 1;                      ///< Of each sum.
};

/// Scales for these points, if centres begin at `start`: of as many words as the coordinates of
/// each dimension need beside its largest. Of no more than one value in 256 some bits are lost, and
/// of no more than one in 4,096 half of them, as far as the values of 16,384 points say. Call:
/// collective. Throws: agreed_error for wrong use if squares of distances are beyond what T holds:
/// all would be equal then.
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
