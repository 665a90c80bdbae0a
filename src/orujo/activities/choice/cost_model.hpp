// What an activity costs by how many operators it has: a straight line, and where lines cross.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orujo {

/// An activity of so many operators took so long.
struct cost_point {
  double operators;
  double nanoseconds;
};

/// T(N) = A · N + B, as M. Besta and T. Hoefler model activities of N operators: B is paid once,
/// for beginning and end, A for each operator.
struct cost_line {
  double each_ns = 0;     ///< A.
  double once_ns = 0;     ///< B; below zero where the first operators cost less than the others.
  double worst_miss = 0;  ///< Of all points: how far the line is off, as a share of what was seen.

  [[nodiscard]] double at(double operators) const noexcept { return each_ns * operators + once_ns; }
};

/// The line that makes the sum of squares of relative misses least, so that activities of one
/// operator weigh as much as those of many. Nothing if there are no two different numbers of
/// operators, or a time is not above zero.
[[nodiscard]] std::optional<cost_line> fitted_cost(std::span<const cost_point> points);

/// The least whole number of operators from which on `coarse` costs less than `fine`, for that
/// number and all that are greater; nothing if there is none.
[[nodiscard]] std::optional<std::uint64_t> crossing_point(const cost_line& fine,
                                                          const cost_line& coarse);

/// From `from` operators on, up to the next one's, the line number `line` costs the least.
struct cheapest_range {
  std::uint64_t from;
  std::size_t line;

  friend bool operator==(const cheapest_range&, const cheapest_range&) = default;
};

/// Who is the cheapest for 1 to `most` operators, from 1 on; of equals the first. Empty if there
/// are no lines. Cost: O(most * lines).
[[nodiscard]] std::vector<cheapest_range> cheapest_ranges(std::span<const cost_line> lines,
                                                          std::uint64_t most);

}  // namespace orujo
