// How far points are from the centres of their clusters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The clusters of this rank's points, and the centres of all, row after row.
struct point_clusters {
  std::span<const std::uint32_t> of_points;
  std::span<const double> centres;
};

/// The square of the distance of a point of this rank to its centre.
template <typename T>
[[nodiscard]] double square_of_distance(const point_blocks<T>& points,
                                        const point_clusters& clusters, std::size_t point) {
  const double* const centre = &clusters.centres[clusters.of_points[point] * points.dimensions()];
  double square = 0;
  for (std::size_t j = 0; j < points.dimensions(); ++j) {
    const double difference = static_cast<double>(points.at(point, j)) - centre[j];
    square += difference * difference;
  }
  return square;
}

/// The exact sum of these squares over all points of all ranks. Call: collective. Cost: two looks
/// at all points: the largest square says how exact the sum can be.
template <typename T>
[[nodiscard]] double inertia_of(rank_team& team, const point_blocks<T>& points,
                                const point_clusters& clusters);

extern template double inertia_of(rank_team&, const point_blocks<float>&, const point_clusters&);
extern template double inertia_of(rank_team&, const point_blocks<double>&, const point_clusters&);

}  // namespace orujo
