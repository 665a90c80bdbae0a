// Shortest paths as processing functions: what is a distance, and what an edge adds to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Whole weights. Distances that do not fit become `too_far`, the largest that is one at all.
template <typename Distance>
struct whole_paths {
  using label_type = Distance;
  using weight_type = std::uint32_t;
  static constexpr Distance unreached = std::numeric_limits<Distance>::max();
  static constexpr Distance too_far = unreached - 1;

  [[nodiscard]] Distance initial(vertex_id v) const noexcept { return v == source ? 0 : unreached; }
  [[nodiscard]] static Distance along(Distance from, weight_type weight) noexcept {
    return from + std::min(Distance{weight}, too_far - from);  // nobody is told of `unreached`
  }
  [[nodiscard]] static bool better(Distance a, Distance b) noexcept { return a < b; }
  [[nodiscard]] static Distance rank(Distance distance) noexcept { return distance; }

  vertex_id source;
};

/// Real weights. Along each path distances are added from the source on, so the least sum of all
/// paths is the same in every run, to the last bit.
struct real_paths {
  using label_type = double;
  using weight_type = float;
  static constexpr double unreached = std::numeric_limits<double>::infinity();

  [[nodiscard]] double initial(vertex_id v) const noexcept { return v == source ? 0 : unreached; }
  [[nodiscard]] static double along(double from, float weight) noexcept { return from + weight; }
  [[nodiscard]] static bool better(double a, double b) noexcept { return a < b; }
  [[nodiscard]] static double rank(double distance) noexcept { return distance; }

  vertex_id source;
};

}  // namespace orujo
