// Shortest paths as processing functions: what is a distance, and what an edge adds to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "orujo/base/ids.hpp"

namespace orujo {

/// What a rank knows of the distance of a search's target, if there is one. Vertices that are not
/// nearer tell nobody: no path there leads over them.
template <typename Distance>
struct target_distance {
  /// The label of the target on the rank that owns it; else a place for what ranks tell each other
  /// between phases. It falls while others ask, and each of its values is right to stop at.
  const Distance* known = nullptr;
  Distance* told = nullptr;  ///< That place.

  /// Whether `distance` is at least as far.
  [[nodiscard]] bool is_before(Distance distance) const noexcept {
    return known != nullptr && distance >= value();
  }
  /// Call: if there is a target.
  [[nodiscard]] Distance value() const noexcept {
    // Atomic, as workers write it so; looking at an atomic changes nothing. Relaxed: only it
    // counts.
    auto& place = const_cast<Distance&>(*known);
    return std::atomic_ref<Distance>(place).load(std::memory_order_relaxed);
  }
};

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
    return distance > last || target.is_before(distance);
  }
  [[nodiscard]] Distance learned() const noexcept {
    return target.known == nullptr ? unreached : target.value();
  }
  void learn(Distance least) const noexcept {
    if (target.told != nullptr) { *target.told = least; }
  }

  vertex_id source;
  Distance last;  ///< Farther vertices tell nobody. If there are any, others may not be reached.
  target_distance<Distance> target = {};
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

  [[nodiscard]] bool stops_at(double distance) const noexcept { return target.is_before(distance); }
  [[nodiscard]] double learned() const noexcept {
    return target.known == nullptr ? unreached : target.value();
  }
  void learn(double least) const noexcept {
    if (target.told != nullptr) { *target.told = least; }
  }

  vertex_id source;
  target_distance<double> target = {};
};

}  // namespace orujo
