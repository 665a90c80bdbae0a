// Shortest paths as processing functions: what is a distance, and what an edge adds to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Whether `distance` is at least what is known of the target's. Its label falls while others ask,
/// and each of its values is right to stop at.
template <typename Distance>
[[nodiscard]] bool is_behind(const Distance* target, Distance distance) noexcept {
  if (target == nullptr) { return false; }
  // Atomic, as workers write it so; looking at an atomic changes nothing. Relaxed: only it counts.
  auto& place = const_cast<Distance&>(*target);
  return distance >= std::atomic_ref<Distance>(place).load(std::memory_order_relaxed);
}

/// Whole weights, of 32 bits for distances of 32, else of any width. A distance is at most
/// `unreached - 1`; a path is not followed beyond a vertex from which one more edge could lead
/// further than that.
template <typename Distance>
struct whole_paths {
  using label_type = Distance;
  using weight_type = std::conditional_t<sizeof(Distance) == 4, std::uint32_t, std::int64_t>;
  static constexpr Distance unreached = std::numeric_limits<Distance>::max();

  /// `heaviest`: the greatest weight of an edge, below `unreached`. None is negative.
  whole_paths(vertex_id from, Distance heaviest) noexcept
      : source(from), last(unreached - 1 - heaviest) {}

  [[nodiscard]] Distance initial(vertex_id v) const noexcept { return v == source ? 0 : unreached; }
  [[nodiscard]] static Distance along(Distance from, weight_type weight) noexcept {
    return from + static_cast<Distance>(weight);
  }
  [[nodiscard]] static bool better(Distance a, Distance b) noexcept { return a < b; }
  [[nodiscard]] static Distance rank(Distance distance) noexcept { return distance; }
  [[nodiscard]] bool stops_at(Distance distance) const noexcept {
    return distance > last || is_behind(target, distance);
  }

  vertex_id source;
  Distance last;  ///< Farther vertices tell nobody. If there are any, others may not be reached.
  const Distance* target = nullptr;  ///< As that of real_paths.
};

/// Real weights, none of them negative. Along each path distances are added from the source on, so
/// the least sum of all paths is the same in every run, to the last bit.
struct real_paths {
  using label_type = double;
  using weight_type = double;
  static constexpr double unreached = std::numeric_limits<double>::infinity();

  [[nodiscard]] double initial(vertex_id v) const noexcept { return v == source ? 0 : unreached; }
  [[nodiscard]] static double along(double from, double weight) noexcept { return from + weight; }
  [[nodiscard]] static bool better(double a, double b) noexcept { return a < b; }
  [[nodiscard]] static double rank(double distance) noexcept { return distance; }

  [[nodiscard]] bool stops_at(double distance) const noexcept {
    return is_behind(target, distance);
  }

  vertex_id source;
  /// The label of the search's target, on the rank that owns it; else nothing. Vertices that are
  /// not nearer than it tell nobody: no path there leads over them.
  const double* target = nullptr;
};

}  // namespace orujo
