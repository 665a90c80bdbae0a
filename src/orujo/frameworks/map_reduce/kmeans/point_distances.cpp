// Adds up squares of distances.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/point_distances.hpp"

#include "orujo/frameworks/map_reduce/kmeans/point_totals.hpp"

namespace orujo {

template <typename T>
double inertia_of(rank_team& team, const point_blocks<T>& points, const point_clusters& clusters) {
  const auto square = [&](std::size_t i) { return square_of_distance(points, clusters, i); };
  const exact_scale scale(largest_over(team, points, square), points.total());
  return scale.mean_of(total_over(team, points, scale, square), 1);
}

template double inertia_of(rank_team&, const point_blocks<float>&, const point_clusters&);
template double inertia_of(rank_team&, const point_blocks<double>&, const point_clusters&);

}  // namespace orujo
