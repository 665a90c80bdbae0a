// Which points are farthest from their centres.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_distances.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A point and its cluster.
struct far_point {
  std::size_t cluster;
  std::vector<double> coordinates;
};

/// The `most` points of all ranks that are farthest from their centres, in order; of equally far
/// ones the first. Call: collective. Cost: a look at all points. Memory: `most` points of each
/// rank.
template <typename T>
[[nodiscard]] std::vector<far_point> farthest_points(rank_team& team, const point_blocks<T>& points,
                                                     const point_clusters& clusters,
                                                     std::size_t most);

extern template std::vector<far_point> farthest_points(rank_team&, const point_blocks<float>&,
                                                       const point_clusters&, std::size_t);
extern template std::vector<far_point> farthest_points(rank_team&, const point_blocks<double>&,
                                                       const point_clusters&, std::size_t);

}  // namespace orujo
