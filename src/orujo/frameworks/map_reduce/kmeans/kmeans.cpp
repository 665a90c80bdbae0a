// Lloyd's iteration: map and combine over points, shuffle and reduce over centres.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/kmeans.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/cluster_sums.hpp"
#include "orujo/frameworks/map_reduce/kmeans/exact_sum.hpp"
#include "orujo/frameworks/map_reduce/kmeans/farthest_points.hpp"
#include "orujo/frameworks/map_reduce/kmeans/first_centres.hpp"
#include "orujo/frameworks/map_reduce/kmeans/nearest_centre.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_distances.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_spread.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

using map_reduce_detail::clock;
using map_reduce_detail::seconds_since;
constexpr std::uint32_t no_cluster = std::numeric_limits<std::uint32_t>::max();

template <typename T>
class lloyd_iteration {
public:
  lloyd_iteration(rank_team& team, const point_blocks<T>& points, const kmeans_options& options,
                  const sum_scales& scales)
      : team_(team),
        points_(points),
        options_(options),
        layout_{points.dimensions(), options.clusters, scales.words},
        nearest_(nearest_finder<T>(points.dimensions())),
        scales_(scales),
        sums_(static_cast<std::size_t>(team.num_workers())) {
    result_.assignments.assign(points.count(), no_cluster);
  }

  kmeans_result run(std::vector<double> start);

private:
  words_of_sums assign();
  void assign_share(words_of_sums& mine, const centre_rows<T>& centres, shared_loop& blocks);
  void add_block(words_of_sums& mine, std::size_t block, const nearest_centres<T>& found);
  template <std::size_t Words>
  void add_points(words_of_sums& mine, std::size_t block, const nearest_centres<T>& found) const;
  double reduce(words_of_sums& sums);
  void fill_empty(words_of_sums& sums);
  void move_point(words_of_sums& sums, const far_point& point, std::size_t to) const;
  void keep(const words_of_sums& sums);

  rank_team& team_;
  const point_blocks<T>& points_;
  const kmeans_options& options_;
  sum_layout layout_;
  decltype(nearest_finder<T>(0)) nearest_;
  const sum_scales& scales_;
  std::vector<words_of_sums> sums_;  // of the workers
  kmeans_result result_;
};

/// Map and combine: the nearest centre of each point, and the sums of each worker; then shuffle:
/// the sums of all ranks.
template <typename T>
words_of_sums lloyd_iteration<T>::assign() {
  const auto start = clock::now();
  const std::vector<T> values(result_.centres.begin(), result_.centres.end());
  const centre_rows<T> centres{values, points_.dimensions()};
  constexpr std::size_t blocks_at_once = 64;
  shared_loop blocks(points_.num_blocks(), blocks_at_once);
  team_.on_workers([&](worker& self) {
    words_of_sums& mine = sums_[static_cast<std::size_t>(self.index())];
    mine.assign(layout_.size(), 0);
    assign_share(mine, centres, blocks);
    mine[layout_.filled()] = layout_.filled_in(mine);
  });
  result_.phases.seconds_map += seconds_since(start);
  result_.phases.pairs_emitted += points_.total();
  const auto mapped = clock::now();
  for (std::size_t w = 1; w < sums_.size(); ++w) { add_to(sums_[0], sums_[w]); }
  words_of_sums all = all_reduce(team_, sums_[0], std::plus<>());
  result_.phases.seconds_shuffle += seconds_since(mapped);
  result_.phases.pairs_shuffled += static_cast<std::uint64_t>(all[layout_.filled()]);
  return all;
}

template <typename T>
void lloyd_iteration<T>::assign_share(words_of_sums& mine, const centre_rows<T>& centres,
                                      shared_loop& blocks) {
  nearest_centres<T> found;
  for (index_range some = blocks.next(); !some.empty(); some = blocks.next()) {
    for (std::size_t b = some.first; b < some.last; ++b) {
      nearest_(points_.block(b), centres, found);
      add_block(mine, b, found);
    }
  }
}

template <typename T>
void lloyd_iteration<T>::add_block(words_of_sums& mine, std::size_t block,
                                   const nearest_centres<T>& found) {
  constexpr std::size_t lanes = point_blocks<T>::lanes;
  const std::size_t first = block * lanes;
  const std::size_t count = std::min(lanes, points_.count() - first);
  std::int64_t changes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto cluster = static_cast<std::uint32_t>(found[i]);
    std::uint32_t& before = result_.assignments[first + i];
    changes += before != cluster ? 1 : 0;
    before = cluster;
  }
  mine[layout_.changes()] += changes;
  switch (layout_.words) {
    case 1: return add_points<1>(mine, block, found);
    case 2: return add_points<2>(mine, block, found);
    default: return add_points<0>(mine, block, found);
  }
}

/// `Words`, if it is not 0, is how many words a sum has, known when this is compiled.
template <typename T>
template <std::size_t Words>
void lloyd_iteration<T>::add_points(words_of_sums& mine, std::size_t block,
                                    const nearest_centres<T>& found) const {
  constexpr std::size_t lanes = point_blocks<T>::lanes;
  const std::size_t words = Words != 0 ? Words : layout_.words;
  const std::size_t count = std::min(lanes, points_.count() - block * lanes);
  const exact_scale* const scales = scales_.coordinates.data();
  const T* const values = points_.block(block);
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t* row = &mine[static_cast<std::size_t>(found[i]) * layout_.row()];
    for (std::size_t j = 0; j < points_.dimensions(); ++j, row += words) {
      scales[j].add(static_cast<double>(values[j * lanes + i]), row, words);
    }
    ++*row;
  }
}

/// Means of clusters as new centres; returns the sum of the squares of their moves.
template <typename T>
double lloyd_iteration<T>::reduce(words_of_sums& sums) {
  fill_empty(sums);
  double moves = 0;
  for (std::size_t k = 0; k < layout_.clusters; ++k) {
    const auto count = static_cast<double>(sums[layout_.count_of(k)]);
    if (count == 0) { continue; }
    const std::int64_t* row = &sums[k * layout_.row()];
    for (std::size_t j = 0; j < points_.dimensions(); ++j, row += layout_.words) {
      const double mean = scales_.coordinates[j].mean_of({row, layout_.words}, count);
      double& centre = result_.centres[k * points_.dimensions() + j];
      moves += (mean - centre) * (mean - centre);
      centre = mean;
    }
  }
  return moves;
}

/// Gives each cluster without points one of those that are farthest from their centres.
template <typename T>
void lloyd_iteration<T>::fill_empty(words_of_sums& sums) {
  std::vector<std::size_t> empty;
  for (std::size_t k = 0; k < layout_.clusters; ++k) {
    if (sums[layout_.count_of(k)] == 0) { empty.push_back(k); }
  }
  if (empty.empty()) { return; }
  const auto farthest =
      farthest_points(team_, points_, {result_.assignments, result_.centres}, empty.size());
  for (std::size_t i = 0; i < empty.size(); ++i) { move_point(sums, farthest[i], empty[i]); }
}

/// Moves a point to an empty cluster.
template <typename T>
void lloyd_iteration<T>::move_point(words_of_sums& sums, const far_point& point,
                                    std::size_t to) const {
  const std::size_t from = point.cluster;
  if (sums[layout_.count_of(from)] <= 1) { return; }  // it would be empty then
  std::int64_t* const taken = &sums[from * layout_.row()];
  std::int64_t* const given = &sums[to * layout_.row()];
  for (std::size_t j = 0; j < points_.dimensions(); ++j) {
    const exact_scale& scale = scales_.coordinates[j];
    scale.add(-point.coordinates[j], taken + j * layout_.words, layout_.words);
    scale.add(point.coordinates[j], given + j * layout_.words, layout_.words);
  }
  --sums[layout_.count_of(from)];
  ++sums[layout_.count_of(to)];
}

/// What the last assignment says of the clusters, and how far their points are from the centres.
template <typename T>
void lloyd_iteration<T>::keep(const words_of_sums& sums) {
  result_.sizes.clear();
  for (std::size_t k = 0; k < layout_.clusters; ++k) {
    result_.sizes.push_back(static_cast<std::uint64_t>(sums[layout_.count_of(k)]));
  }
  result_.inertia = inertia_of(team_, points_, {result_.assignments, result_.centres});
}

template <typename T>
kmeans_result lloyd_iteration<T>::run(std::vector<double> start) {
  result_.centres = std::move(start);
  const double least_move = options_.tolerance * mean_variance(team_, points_, scales_);
  const auto began = clock::now();
  while (result_.iterations < options_.max_iterations && !result_.converged) {
    words_of_sums sums = assign();
    const bool stays = sums[layout_.changes()] == 0;
    const auto summed = clock::now();
    const double moves = reduce(sums);
    result_.phases.seconds_reduce += seconds_since(summed);
    ++result_.iterations;
    result_.converged = stays || moves <= least_move;
    if (options_.note_iteration) { options_.note_iteration(result_.iterations); }
  }
  result_.seconds_iterations = seconds_since(began);
  keep(assign());  // for the centres that there are now
  return std::move(result_);
}

/// What a rank will take: clusters of its points, sums of its workers and of all ranks, and what
/// centres are drawn among.
template <typename T>
std::uint64_t bytes_needed(rank_team& team, const point_blocks<T>& points, std::size_t clusters,
                           std::size_t words) {
  const sum_layout layout{points.dimensions(), clusters, words};
  const auto copies = static_cast<std::uint64_t>(team.num_workers()) + 2;
  return points.count() * sizeof(std::uint32_t) + copies * layout.size() * sizeof(std::int64_t) +
         drawing_bytes<T>(team, points, clusters);
}

}  // namespace

template <typename T>
kmeans_result kmeans(rank_team& team, const point_blocks<T>& points,
                     const kmeans_options& options) {
  const std::size_t clusters = options.clusters;
  require_everywhere(clusters > 0 && clusters <= points.total(),
                     fmt::format("there are {} points: of {} clusters some would be empty",
                                 points.total(), clusters));
  require_everywhere(clusters <= std::numeric_limits<std::int32_t>::max(),
                     "there are at most 2^31-1 clusters");
  require_everywhere(
      options.start.empty() || options.start.size() == clusters * points.dimensions(),
      fmt::format("the start has {} numbers, and {} centres of {} dimensions have {}",
                  options.start.size(), clusters, points.dimensions(),
                  clusters * points.dimensions()));
  const sum_scales scales = scales_of(team, points, options.start);
  require_memory_everywhere(team, bytes_needed<T>(team, points, clusters, scales.words), "k-means");
  const auto began = clock::now();
  std::vector<double> start = options.start;
  if (start.empty()) { start = draw_centres(team, points, clusters, options.seed); }
  const double seconds_start = seconds_since(began);
  kmeans_result result = lloyd_iteration<T>(team, points, options, scales).run(std::move(start));
  result.seconds_start = seconds_start;
  return result;
}

template kmeans_result kmeans(rank_team&, const point_blocks<float>&, const kmeans_options&);
template kmeans_result kmeans(rank_team&, const point_blocks<double>&, const kmeans_options&);

}  // namespace orujo
