// Draws centres among points, or among points that were drawn before.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/first_centres.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t least_drawn = std::uint64_t{1} << 16U;
constexpr std::uint64_t drawn_for_each = 32;
constexpr std::size_t points_at_once = 4096;

/// Centres are drawn among no more points.
std::uint64_t most_candidates(std::size_t clusters) {
  return std::max(least_drawn, drawn_for_each * clusters);
}

/// The numbers of the points to draw among, in rising order.
std::vector<std::uint64_t> candidates_of(std::uint64_t total, std::size_t clusters,
                                         random_stream& random) {
  const std::uint64_t most = most_candidates(clusters);
  std::vector<std::uint64_t> numbers(std::min(total, most));
  if (total <= most) {
    std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
    return numbers;
  }
  for (std::uint64_t& each : numbers) { each = random.below(total); }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// The points of these numbers, on rank 0, row after row; nothing on the others.
template <typename T>
std::vector<T> gathered_points(rank_team& team, const point_blocks<T>& points,
                               const std::vector<std::uint64_t>& numbers) {
  const auto begin = std::lower_bound(numbers.begin(), numbers.end(), points.first());
  const auto end = std::lower_bound(begin, numbers.end(), points.first() + points.count());
  std::vector<T> own;
  for (auto at = begin; at != end; ++at) {
    for (std::size_t j = 0; j < points.dimensions(); ++j) {
      own.push_back(points.at(*at - points.first(), j));
    }
  }
  return gather(team, std::span<const T>(own)).take_items();
}

/// Points and the squares of their distances to the nearest centre so far.
template <typename T>
class candidate_points {
public:
  candidate_points(std::vector<T> values, std::size_t dimensions)
      : values_(std::move(values)),
        dimensions_(dimensions),
        distances_(values_.size() / dimensions, std::numeric_limits<double>::infinity()),
        sums_((distances_.size() + points_at_once - 1) / points_at_once) {}

  [[nodiscard]] const T* at(std::size_t index) const { return &values_[index * dimensions_]; }
  [[nodiscard]] std::size_t size() const noexcept { return distances_.size(); }

  /// Notes a new centre. Runs on all workers of this rank.
  void take(rank_team& team, std::size_t chosen) {
    const T* const centre = at(chosen);
    parallel_for(team, sums_.size(), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t chunk = first; chunk < last; ++chunk) { approach(chunk, centre); }
    });
  }

  /// One of the points by the squares of their distances; any if all are centres.
  [[nodiscard]] std::size_t draw(random_stream& random) const {
    const double sum = std::accumulate(sums_.begin(), sums_.end(), 0.0);
    const double goal = random.unit() * sum;
    double passed = 0;
    std::size_t chunk = 0;
    while (chunk + 1 < sums_.size() && passed + sums_[chunk] <= goal) { passed += sums_[chunk++]; }
    std::size_t i = chunk * points_at_once;
    const std::size_t end = std::min(size(), i + points_at_once);
    while (i + 1 < end && passed + distances_[i] <= goal) { passed += distances_[i++]; }
    return i;
  }

private:
  void approach(std::size_t chunk, const T* centre) {
    const std::size_t end = std::min(size(), (chunk + 1) * points_at_once);
    double sum = 0;
    for (std::size_t i = chunk * points_at_once; i < end; ++i) {
      double square = 0;
      for (std::size_t j = 0; j < dimensions_; ++j) {
        const double difference = static_cast<double>(at(i)[j]) - static_cast<double>(centre[j]);
        square += difference * difference;
      }
      distances_[i] = std::min(distances_[i], square);
      sum += distances_[i];
    }
    sums_[chunk] = sum;
  }

  std::vector<T> values_;
  std::size_t dimensions_;
  std::vector<double> distances_;
  std::vector<double> sums_;  // of chunks of distances
};

}  // namespace

template <typename T>
std::uint64_t drawing_bytes(const rank_team& team, const point_blocks<T>& points,
                            std::size_t clusters) {
  const std::uint64_t candidates = std::min(points.total(), most_candidates(clusters));
  const std::uint64_t row = points.dimensions() * sizeof(T);
  const std::uint64_t centres = clusters * points.dimensions() * sizeof(double);
  const std::uint64_t gathered = team.rank() == rank_id{0} ? candidates * (2 * row + 8) : 0;
  return candidates * sizeof(std::uint64_t) + centres + gathered;
}

template std::uint64_t drawing_bytes(const rank_team&, const point_blocks<float>&, std::size_t);
template std::uint64_t drawing_bytes(const rank_team&, const point_blocks<double>&, std::size_t);

template <typename T>
std::vector<double> draw_centres(rank_team& team, const point_blocks<T>& points,
                                 std::size_t clusters, std::uint64_t seed) {
  random_stream random(seed, clusters);
  const auto numbers = candidates_of(points.total(), clusters, random);
  candidate_points<T> among(gathered_points(team, points, numbers), points.dimensions());
  std::vector<double> centres;
  if (team.rank() == rank_id{0}) {
    std::size_t chosen = random.below(among.size());
    while (true) {
      const T* const point = among.at(chosen);
      centres.insert(centres.end(), point, point + points.dimensions());
      if (centres.size() == clusters * points.dimensions()) { break; }
      among.take(team, chosen);
      chosen = among.draw(random);
    }
  }
  return broadcast(team, std::move(centres));
}

template std::vector<double> draw_centres(rank_team&, const point_blocks<float>&, std::size_t,
                                          std::uint64_t);
template std::vector<double> draw_centres(rank_team&, const point_blocks<double>&, std::size_t,
                                          std::uint64_t);

}  // namespace orujo
