// Clusters of points: k-means by Lloyd's iteration.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

struct kmeans_options {
  std::size_t clusters = 8;
  /// It ends when the squared moves of all centres add up to no more than this times the mean
  /// variance of the coordinates, or when no point changes its cluster.
  double tolerance = 1e-4;
  std::uint64_t max_iterations = 300;
  std::uint64_t seed = 1;
  /// Row after row; empty: centres are drawn by k-means++.
  std::vector<double> start = {};
  /// Called by worker 0 of each rank after each iteration, with the number of those that are done.
  std::function<void(std::uint64_t)> note_iteration = {};
};

/// The same on every rank, but for `assignments`.
struct kmeans_result {
  std::vector<double> centres;       ///< Row after row.
  std::vector<std::uint64_t> sizes;  ///< Points of each cluster.
  double inertia = 0;  ///< The sum of squares of the distances of all points to their centres.
  std::uint64_t iterations = 0;
  bool converged = false;
  double seconds_start = 0;  ///< For drawing the first centres.
  double seconds_iterations = 0;
  map_reduce_report phases;
  std::vector<std::uint32_t> assignments;  ///< The cluster of each point of this rank.
};

/// Finds clusters of the points of all ranks.
///
/// - In an iteration each worker finds the nearest centre of each point of its share, of equally
///   near ones the first, and adds up the points of each cluster (map and combine); the sums of all
///   ranks are added (shuffle), and the means are the new centres (reduce).
/// - Sums are exact, so that centres, clusters and the inertia are the same for every number of
///   ranks and workers. Each dimension has its own scale, and what one value leaves of others that
///   are far smaller is kept in more words.
/// - A cluster without points gets the point that is farthest from its centre, as in scikit-learn.
/// - k-means++ (Arthur and Vassilvitskii 2007) draws from all points, or from as many as are drawn
///   before, the larger one of 65,536 and 32 for each cluster.
///
/// Call: collective. Throws: agreed_error for wrong use if there are fewer points than clusters,
/// `start` has another size, or squares of differences are more or less than a T holds;
/// memory_error on every rank before anything is taken. Cost: points * clusters * dimensions in
/// each iteration. Memory: 4 bytes for each point, and for each cluster at each worker 8 *
/// dimensions of float32, 16 of float64, and as many more for each further word.
template <typename T>
[[nodiscard]] kmeans_result kmeans(rank_team& team, const point_blocks<T>& points,
                                   const kmeans_options& options);

extern template kmeans_result kmeans(rank_team&, const point_blocks<float>&, const kmeans_options&);
extern template kmeans_result kmeans(rank_team&, const point_blocks<double>&,
                                     const kmeans_options&);

}  // namespace orujo
