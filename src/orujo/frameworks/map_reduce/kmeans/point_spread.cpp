// Goes over all points before the first iteration.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/point_spread.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_totals.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

/// The largest coordinate of each dimension, and behind all of them the largest negative.
using coordinate_bounds = std::vector<double>;

void widen(coordinate_bounds& bounds, const coordinate_bounds& more) {
  for (std::size_t j = 0; j < bounds.size(); ++j) { bounds[j] = std::max(bounds[j], more[j]); }
}

/// Those of some blocks.
template <typename T>
coordinate_bounds bounds_of_blocks(const point_blocks<T>& points, const index_range& blocks) {
  constexpr std::size_t lanes = point_blocks<T>::lanes;
  const std::size_t values = lanes * points.dimensions();
  std::vector<T> most(values, -std::numeric_limits<T>::infinity());
  std::vector<T> least(values, std::numeric_limits<T>::infinity());
  const auto widen_lanes = [&](const T* block, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      most[i] = std::max(most[i], block[i]);
      least[i] = std::min(least[i], block[i]);
    }
  };
  for (std::size_t b = blocks.first; b < blocks.last; ++b) {
    const std::size_t count = std::min(lanes, points.count() - b * lanes);
    if (count == lanes) { widen_lanes(points.block(b), 0, values); }
    for (std::size_t j = 0; count < lanes && j < points.dimensions(); ++j) {
      widen_lanes(points.block(b), j * lanes, j * lanes + count);
    }
  }
  coordinate_bounds bounds(2 * points.dimensions(), -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < values; ++i) {
    double& highest = bounds[i / lanes];
    double& lowest = bounds[points.dimensions() + i / lanes];
    highest = std::max(highest, static_cast<double>(most[i]));
    lowest = std::max(lowest, -static_cast<double>(least[i]));
  }
  return bounds;
}

/// Those of all ranks.
template <typename T>
coordinate_bounds bounds_of(rank_team& team, const point_blocks<T>& points) {
  std::vector<coordinate_bounds> found(static_cast<std::size_t>(team.num_workers()));
  team.on_workers([&](worker& self) {
    found[static_cast<std::size_t>(self.index())] =
        bounds_of_blocks(points, even_share(points.num_blocks(), self.index(), team.num_workers()));
  });
  for (std::size_t w = 1; w < found.size(); ++w) { widen(found[0], found[w]); }
  return all_reduce(team, found[0], [](double a, double b) { return std::max(a, b); });
}

/// Values that lose some of their bits, and values that lose half of them.
struct bit_losses {
  double some_below;
  double half_below;
};

/// Of how many values of each dimension some bits are lost in so many words, and of how many half
/// the bits, in turn; then how many points were looked at, the same ones for every team.
template <typename T>
std::vector<std::uint64_t> losses_in(rank_team& team, const point_blocks<T>& points,
                                     const sum_scales& scales) {
  constexpr std::uint64_t looked_at = 1U << 14U;
  constexpr int digits = std::numeric_limits<T>::digits;
  std::vector<bit_losses> losses;
  for (const exact_scale& each : scales.coordinates) {
    const double unit = each.unit(scales.words);
    losses.push_back({std::ldexp(unit, digits - 1), std::ldexp(unit, digits / 2 - 1)});
  }
  std::vector<std::uint64_t> found(2 * losses.size() + 1);
  const std::uint64_t stride = std::max<std::uint64_t>(1, points.total() / looked_at);
  const std::uint64_t end = points.first() + points.count();
  const std::uint64_t begin = (points.first() + stride - 1) / stride * stride;
  for (std::uint64_t i = begin; i < end; i += stride) {
    for (std::size_t j = 0; j < losses.size(); ++j) {
      const double size = std::abs(static_cast<double>(points.at(i - points.first(), j)));
      found[2 * j] += size != 0 && size < losses[j].some_below ? 1U : 0U;
      found[2 * j + 1] += size != 0 && size < losses[j].half_below ? 1U : 0U;
    }
    ++found.back();
  }
  return all_reduce(team, found, std::plus<>());
}

/// Whether so many words are enough for the coordinates of each dimension.
template <typename T>
bool are_enough(rank_team& team, const point_blocks<T>& points, const sum_scales& scales) {
  const std::vector<std::uint64_t> lost = losses_in(team, points, scales);
  for (std::size_t j = 0; j + 1 < lost.size(); j += 2) {
    if (lost[j] * 256 > lost.back() || lost[j + 1] * 4'096 > lost.back()) { return false; }
  }
  return true;
}

/// Refuses points whose distances are beyond what T holds. Squares have all their digits even of
/// coordinates that differ by less, but for those that do not matter in a sum.
template <typename T>
void require_distances(const std::vector<double>& ranges) {
  double square = 0;
  for (const double each : ranges) { square += each * each; }
  const double largest = *std::max_element(ranges.begin(), ranges.end());
  constexpr double least = static_cast<double>(std::numeric_limits<T>::min()) /
                           static_cast<double>(std::numeric_limits<T>::epsilon());
  constexpr double most = static_cast<double>(std::numeric_limits<T>::max()) / 2;
  require_everywhere(largest == 0 || (square >= least && square <= most),
                     fmt::format("coordinates differ by up to {:.4g}, whose square float{} does "
                                 "not hold; scale the points",
                                 largest, 8 * sizeof(T)));
}

}  // namespace

template <typename T>
sum_scales scales_of(rank_team& team, const point_blocks<T>& points,
                     const std::vector<double>& start) {
  const std::size_t dimensions = points.dimensions();
  const coordinate_bounds bounds = bounds_of(team, points);
  coordinate_bounds with_start = bounds;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const std::size_t j = i % dimensions;
    with_start[j] = std::max(with_start[j], start[i]);
    with_start[dimensions + j] = std::max(with_start[dimensions + j], -start[i]);
  }
  sum_scales scales{.words = sizeof(T) == 4 ? 1 : 2};
  std::vector<double> ranges;
  for (std::size_t j = 0; j < dimensions; ++j) {
    scales.coordinates.emplace_back(std::max(bounds[j], bounds[dimensions + j]), points.total());
    scales.ranges.push_back(bounds[j] + bounds[dimensions + j]);
    ranges.push_back(with_start[j] + with_start[dimensions + j]);
  }
  require_distances<T>(ranges);
  while (!are_enough(team, points, scales)) { ++scales.words; }
  return scales;
}

template <typename T>
double mean_variance(rank_team& team, const point_blocks<T>& points, const sum_scales& scales) {
  const auto count = static_cast<double>(points.total());
  double sum = 0;
  for (std::size_t j = 0; j < points.dimensions(); ++j) {
    const auto value = [&](std::size_t i) { return static_cast<double>(points.at(i, j)); };
    const exact_scale& scale = scales.coordinates[j];
    const double mean = scale.mean_of(total_over(team, points, scale, value), count);
    const double most = scales.ranges[j] * scales.ranges[j];
    const auto square = [&](std::size_t i) {
      return std::min(most, (value(i) - mean) * (value(i) - mean));  // the mean is rounded
    };
    const exact_scale of_squares(most, points.total());
    sum += of_squares.mean_of(total_over(team, points, of_squares, square), count);
  }
  return sum / static_cast<double>(points.dimensions());
}

template sum_scales scales_of(rank_team&, const point_blocks<float>&, const std::vector<double>&);
template sum_scales scales_of(rank_team&, const point_blocks<double>&, const std::vector<double>&);
template double mean_variance(rank_team&, const point_blocks<float>&, const sum_scales&);
template double mean_variance(rank_team&, const point_blocks<double>&, const sum_scales&);

}  // namespace orujo
