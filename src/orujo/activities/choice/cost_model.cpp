// Fits lines of costs, and compares them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/choice/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orujo {

namespace {

/// Sums over all points, each weighed by 1 / T²: of 1, N, N², T and N · T.
struct weighed_sums {
  double one = 0;
  double n = 0;
  double nn = 0;
  double t = 0;
  double nt = 0;

  void add(const cost_point& seen) noexcept {
    const double weight = 1 / (seen.nanoseconds * seen.nanoseconds);
    one += weight;
    n += weight * seen.operators;
    nn += weight * seen.operators * seen.operators;
    t += weight * seen.nanoseconds;
    nt += weight * seen.operators * seen.nanoseconds;
  }
};

bool can_be_fitted(std::span<const cost_point> points) {
  const auto is_timed = [](const cost_point& each) { return each.nanoseconds > 0; };
  const auto differs = [&](const cost_point& each) {
    return each.operators != points.front().operators;
  };
  return std::all_of(points.begin(), points.end(), is_timed) &&
         std::any_of(points.begin(), points.end(), differs);
}

}  // namespace

std::optional<cost_line> fitted_cost(std::span<const cost_point> points) {
  if (!can_be_fitted(points)) { return std::nullopt; }
  weighed_sums sums;
  for (const cost_point& each : points) { sums.add(each); }
  cost_line line;
  line.each_ns = (sums.one * sums.nt - sums.n * sums.t) / (sums.one * sums.nn - sums.n * sums.n);
  line.once_ns = (sums.t - line.each_ns * sums.n) / sums.one;
  for (const cost_point& each : points) {
    const double miss = std::abs(line.at(each.operators) / each.nanoseconds - 1);
    line.worst_miss = std::max(line.worst_miss, miss);
  }
  return line;
}

std::optional<std::uint64_t> crossing_point(const cost_line& fine, const cost_line& coarse) {
  const double gain = fine.each_ns - coarse.each_ns;  // for each operator
  const double loss = coarse.once_ns - fine.once_ns;
  if (gain < 0 || (gain == 0 && loss >= 0)) { return std::nullopt; }
  if (loss < gain) { return 1; }
  const double meeting = std::floor(loss / gain);
  if (meeting >= static_cast<double>(std::numeric_limits<std::uint32_t>::max())) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(meeting) + 1;
}

std::vector<cheapest_range> cheapest_ranges(std::span<const cost_line> lines, std::uint64_t most) {
  std::vector<cheapest_range> ranges;
  if (lines.empty()) { return ranges; }
  for (std::uint64_t n = 1; n <= most; ++n) {
    const auto at = static_cast<double>(n);
    const auto best = std::min_element(
        lines.begin(), lines.end(),
        [at](const cost_line& a, const cost_line& b) { return a.at(at) < b.at(at); });
    const auto line = static_cast<std::size_t>(best - lines.begin());
    if (ranges.empty() || ranges.back().line != line) { ranges.push_back({n, line}); }
  }
  return ranges;
}

}  // namespace orujo
