// Lloyd's iteration: map and combine over points, shuffle and reduce over centres.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/kmeans.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/exact_sum.hpp"
#include "orujo/frameworks/map_reduce/kmeans/first_centres.hpp"
#include "orujo/frameworks/map_reduce/kmeans/nearest_centre.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

using map_reduce_detail::clock;
using map_reduce_detail::seconds_since;
using words_of_sums = std::vector<std::int64_t>;

constexpr std::uint32_t no_cluster = std::numeric_limits<std::uint32_t>::max();

/// Adds `more` to `sums`, word by word.
void add_to(words_of_sums& sums, const words_of_sums& more) {
  for (std::size_t i = 0; i < sums.size(); ++i) { sums[i] += more[i]; }
}

/// What is summed of each cluster: of each dimension one word, or two; then its points. Behind all
/// of them, two words of inertia and the number of points that changed their cluster.
template <typename T>
struct sum_layout {
  static constexpr std::size_t words = sizeof(T) == 4 ? 1 : 2;
  std::size_t dimensions;
  std::size_t clusters;

  [[nodiscard]] std::size_t row() const noexcept { return dimensions * words + 1; }
  [[nodiscard]] std::size_t count_of(std::size_t cluster) const noexcept {
    return cluster * row() + dimensions * words;
  }
  [[nodiscard]] std::size_t inertia() const noexcept { return clusters * row(); }
  [[nodiscard]] std::size_t changes() const noexcept { return inertia() + 2; }
  [[nodiscard]] std::size_t size() const noexcept { return changes() + 1; }
};

/// The exact sum over all points of all ranks of `term(point)`.
template <typename T, typename Term>
double sum_over(rank_team& team, const point_blocks<T>& points, const exact_scale& scale,
                Term term) {
  std::vector<words_of_sums> sums(static_cast<std::size_t>(team.num_workers()));
  team.on_workers([&](worker& self) {
    words_of_sums& mine = sums[static_cast<std::size_t>(self.index())];
    mine.assign(2, 0);
    const index_range share = even_share(points.count(), self.index(), team.num_workers());
    for (std::size_t i = share.first; i < share.last; ++i) {
      const auto words = scale.words_of(term(i));
      mine[0] += words.whole;
      mine[1] += words.rest;
    }
  });
  for (std::size_t w = 1; w < sums.size(); ++w) { add_to(sums[0], sums[w]); }
  sums[0] = all_reduce(team, sums[0], std::plus<>());
  return scale.real_of({sums[0][0], sums[0][1]});
}

/// How large numbers of points and centres may be, on all ranks.
struct number_bounds {
  double coordinate = 0;
  double distance = 0;  ///< The square of one.
};

/// Throws agreed_error if squares of distances are beyond what T holds: all would be equal then.
template <typename T>
number_bounds bounds_of(rank_team& team, const point_blocks<T>& points,
                        const std::vector<double>& start) {
  double largest = 0;
  for (std::size_t i = 0; i < points.count(); ++i) {
    for (std::size_t j = 0; j < points.dimensions(); ++j) {
      largest = std::max(largest, std::abs(static_cast<double>(points.at(i, j))));
    }
  }
  for (const double each : start) { largest = std::max(largest, std::abs(each)); }
  largest = all_max(team, largest);
  const double span = 2 * largest;
  const double square = span * span * static_cast<double>(points.dimensions());
  constexpr double least = std::max<double>(std::numeric_limits<T>::min(), exact_scale::least);
  constexpr double most = static_cast<double>(std::numeric_limits<T>::max()) / 2;
  require_everywhere(largest == 0 || (square >= least && square <= most),
                     fmt::format("the largest coordinate is {:.4g}, whose square float{} does not "
                                 "hold; scale the points",
                                 largest, 8 * sizeof(T)));
  return {largest, square};
}

template <typename T>
class lloyd_iteration {
public:
  lloyd_iteration(rank_team& team, const point_blocks<T>& points, const kmeans_options& options,
                  const number_bounds& bounds)
      : team_(team),
        points_(points),
        options_(options),
        layout_{points.dimensions(), options.clusters},
        nearest_(nearest_finder<T>(points.dimensions())),
        scale_(bounds.coordinate, points.total()),
        distance_scale_(bounds.distance, points.total()),
        sums_(static_cast<std::size_t>(team.num_workers())) {
    result_.assignments.assign(points.count(), no_cluster);
  }

  kmeans_result run(std::vector<double> start);

private:
  [[nodiscard]] double mean_variance();
  words_of_sums assign();
  void assign_share(words_of_sums& mine, const centre_rows<T>& centres, shared_loop& blocks);
  void add_block(words_of_sums& mine, std::size_t block, const nearest_centres<T>& found);
  double reduce(words_of_sums& sums);
  void fill_empty(words_of_sums& sums);
  [[nodiscard]] std::vector<double> farthest_here(std::size_t most) const;
  [[nodiscard]] std::vector<std::vector<double>> farthest_points(std::size_t most) const;
  void move_point(words_of_sums& sums, std::span<const double> point, std::size_t to) const;
  void keep(const words_of_sums& sums);

  rank_team& team_;
  const point_blocks<T>& points_;
  const kmeans_options& options_;
  sum_layout<T> layout_;
  decltype(nearest_finder<T>(0)) nearest_;
  exact_scale scale_;
  exact_scale distance_scale_;
  std::vector<words_of_sums> sums_;  // of the workers
  kmeans_result result_;
};

template <typename T>
double lloyd_iteration<T>::mean_variance() {
  const auto count = static_cast<double>(points_.total());
  double sum = 0;
  for (std::size_t j = 0; j < points_.dimensions(); ++j) {
    const auto value = [&](std::size_t i) { return static_cast<double>(points_.at(i, j)); };
    const double mean = sum_over(team_, points_, scale_, value) / count;
    sum += sum_over(team_, points_, distance_scale_,
                    [&](std::size_t i) { return (value(i) - mean) * (value(i) - mean); });
  }
  return sum / count / static_cast<double>(points_.dimensions());
}

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
  });
  result_.phases.seconds_map += seconds_since(start);
  result_.phases.pairs_emitted += points_.total();
  const auto mapped = clock::now();
  for (std::size_t w = 1; w < sums_.size(); ++w) { add_to(sums_[0], sums_[w]); }
  words_of_sums all = all_reduce(team_, sums_[0], std::plus<>());
  result_.phases.seconds_shuffle += seconds_since(mapped);
  result_.phases.pairs_shuffled +=
      layout_.clusters * sums_.size() * static_cast<std::size_t>(team_.size());
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
  const T* const values = points_.block(block);
  std::int64_t changes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto cluster = static_cast<std::uint32_t>(found.which[i]);
    std::uint32_t& before = result_.assignments[first + i];
    changes += before != cluster ? 1 : 0;
    before = cluster;
    std::int64_t* row = &mine[cluster * layout_.row()];
    for (std::size_t j = 0; j < points_.dimensions(); ++j) {
      const auto value = static_cast<double>(values[j * lanes + i]);
      if constexpr (sum_layout<T>::words == 1) {
        *row++ += scale_.whole_of(value);
      } else {
        const auto words = scale_.words_of(value);
        *row++ += words.whole;
        *row++ += words.rest;
      }
    }
    ++*row;
    const auto distance = distance_scale_.words_of(static_cast<double>(found.distance[i]));
    mine[layout_.inertia()] += distance.whole;
    mine[layout_.inertia() + 1] += distance.rest;
  }
  mine[layout_.changes()] += changes;
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
    for (std::size_t j = 0; j < points_.dimensions(); ++j, row += sum_layout<T>::words) {
      const std::int64_t rest = sum_layout<T>::words == 1 ? 0 : row[1];
      const double mean = scale_.real_of({row[0], rest}) / count;
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
  const auto farthest = farthest_points(empty.size());
  for (std::size_t i = 0; i < empty.size(); ++i) { move_point(sums, farthest[i], empty[i]); }
}

/// The `most` points of this rank that are farthest from their centres, of equally far ones the
/// first: of each what move_point() takes.
template <typename T>
std::vector<double> lloyd_iteration<T>::farthest_here(std::size_t most) const {
  const std::size_t dimensions = points_.dimensions();
  std::vector<std::pair<double, std::size_t>> order;  // the negative distance, the point
  for (std::size_t i = 0; i < points_.count(); ++i) {
    const double* const centre = &result_.centres[result_.assignments[i] * dimensions];
    double square = 0;
    for (std::size_t j = 0; j < dimensions; ++j) {
      const double difference = static_cast<double>(points_.at(i, j)) - centre[j];
      square += difference * difference;
    }
    order.emplace_back(-square, i);
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min(most, order.size()));
  std::partial_sort(order.begin(), order.begin() + count, order.end());
  std::vector<double> rows;
  for (const auto& [distance, i] : std::span(order).first(static_cast<std::size_t>(count))) {
    rows.insert(rows.end(), {distance, static_cast<double>(points_.first() + i),
                             static_cast<double>(result_.assignments[i])});
    for (std::size_t j = 0; j < dimensions; ++j) {
      rows.push_back(static_cast<double>(points_.at(i, j)));
    }
  }
  return rows;
}

/// The same of all ranks, in order.
template <typename T>
std::vector<std::vector<double>> lloyd_iteration<T>::farthest_points(std::size_t most) const {
  const std::size_t width = 3 + points_.dimensions();
  const std::vector<double> own = farthest_here(most);
  std::vector<std::vector<double>> all;
  for (const auto& part : all_gather(team_, std::span<const double>(own))) {
    for (auto at = part.begin(); at != part.end(); at += static_cast<std::ptrdiff_t>(width)) {
      all.emplace_back(at, at + static_cast<std::ptrdiff_t>(width));
    }
  }
  std::sort(all.begin(), all.end());  // by distance, then number
  return all;
}

/// Moves a point, of which are known the negative distance, the number, the cluster, and the
/// coordinates, to an empty cluster.
template <typename T>
void lloyd_iteration<T>::move_point(words_of_sums& sums, std::span<const double> point,
                                    std::size_t to) const {
  const auto from = static_cast<std::size_t>(point[2]);
  if (sums[layout_.count_of(from)] <= 1) { return; }  // it would be empty then
  std::int64_t* const taken = &sums[from * layout_.row()];
  std::int64_t* const given = &sums[to * layout_.row()];
  for (std::size_t j = 0; j < points_.dimensions(); ++j) {
    const auto words = scale_.words_of(point[3 + j]);
    const std::int64_t both[] = {words.whole, words.rest};
    for (std::size_t w = 0; w < sum_layout<T>::words; ++w) {
      taken[j * sum_layout<T>::words + w] -= both[w];
      given[j * sum_layout<T>::words + w] += both[w];
    }
  }
  --sums[layout_.count_of(from)];
  ++sums[layout_.count_of(to)];
}

/// What the last assignment says of the clusters.
template <typename T>
void lloyd_iteration<T>::keep(const words_of_sums& sums) {
  result_.sizes.clear();
  for (std::size_t k = 0; k < layout_.clusters; ++k) {
    result_.sizes.push_back(static_cast<std::uint64_t>(sums[layout_.count_of(k)]));
  }
  result_.inertia = distance_scale_.real_of({sums[layout_.inertia()], sums[layout_.inertia() + 1]});
}

template <typename T>
kmeans_result lloyd_iteration<T>::run(std::vector<double> start) {
  result_.centres = std::move(start);
  const double least_move = options_.tolerance * mean_variance();
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
  const number_bounds bounds = bounds_of(team, points, options.start);
  const auto began = clock::now();
  std::vector<double> start = options.start;
  if (start.empty()) { start = draw_centres(team, points, clusters, options.seed); }
  const double seconds_start = seconds_since(began);
  kmeans_result result = lloyd_iteration<T>(team, points, options, bounds).run(std::move(start));
  result.seconds_start = seconds_start;
  return result;
}

template kmeans_result kmeans(rank_team&, const point_blocks<float>&, const kmeans_options&);
template kmeans_result kmeans(rank_team&, const point_blocks<double>&, const kmeans_options&);

}  // namespace orujo
