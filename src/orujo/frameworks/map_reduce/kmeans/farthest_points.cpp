// The farthest points of each rank, then of all.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/farthest_points.hpp"

#include <algorithm>
#include <utility>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// Before the coordinates of a point: its negative distance, its number among all, its cluster.
constexpr std::size_t words_before = 3;

/// Those of this rank, row after row.
template <typename T>
std::vector<double> farthest_here(const point_blocks<T>& points, const point_clusters& clusters,
                                  std::size_t most) {
  using place = std::pair<double, std::size_t>;  // the negative distance, the point
  std::vector<place> first;                      // a heap: the last one is in front
  for (std::size_t i = 0; i < points.count(); ++i) {
    const place each{-square_of_distance(points, clusters, i), i};
    if (first.size() == most) {
      if (!(each < first.front())) { continue; }
      std::pop_heap(first.begin(), first.end());
      first.pop_back();
    }
    first.push_back(each);
    std::push_heap(first.begin(), first.end());
  }
  std::vector<double> rows;
  for (const auto& [distance, i] : first) {
    rows.insert(rows.end(), {distance, static_cast<double>(points.first() + i),
                             static_cast<double>(clusters.of_points[i])});
    for (std::size_t j = 0; j < points.dimensions(); ++j) {
      rows.push_back(static_cast<double>(points.at(i, j)));
    }
  }
  return rows;
}

}  // namespace

template <typename T>
std::vector<far_point> farthest_points(rank_team& team, const point_blocks<T>& points,
                                       const point_clusters& clusters, std::size_t most) {
  const auto width = static_cast<std::ptrdiff_t>(words_before + points.dimensions());
  const std::vector<double> own = farthest_here(points, clusters, most);
  std::vector<std::vector<double>> rows;
  const auto all = all_gather(team, std::span<const double>(own)).take_items();
  for (auto at = all.begin(); at != all.end(); at += width) { rows.emplace_back(at, at + width); }
  std::sort(rows.begin(), rows.end());  // by distance, then number
  rows.resize(std::min(most, rows.size()));
  std::vector<far_point> found;
  for (const std::vector<double>& row : rows) {
    found.push_back(
        {static_cast<std::size_t>(row[words_before - 1]), {row.begin() + words_before, row.end()}});
  }
  return found;
}

template std::vector<far_point> farthest_points(rank_team&, const point_blocks<float>&,
                                                const point_clusters&, std::size_t);
template std::vector<far_point> farthest_points(rank_team&, const point_blocks<double>&,
                                                const point_clusters&, std::size_t);

}  // namespace orujo
