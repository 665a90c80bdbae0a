// How values that a vertex hears are combined into one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <limits>

#include "orujo/messaging/channel.hpp"

namespace orujo {

/// A way to combine values: `combine` is associative and commutative, `none()` changes nothing that
/// it is combined with, and neither throws. `repeats` says whether it makes no difference how often
/// a value is combined, as with a minimum.
template <typename R>
concept reduction = message<typename R::value_type> &&
    std::equality_comparable<typename R::value_type> &&
    requires(typename R::value_type a, typename R::value_type b) {
  { R::none() } -> std::same_as<typename R::value_type>;
  { R::combine(a, b) } -> std::same_as<typename R::value_type>;
  { R::repeats } -> std::convertible_to<bool>;
};

/// The sum.
template <typename T>
struct addition {
  using value_type = T;
  static constexpr bool repeats = false;
  [[nodiscard]] static constexpr T none() noexcept { return T{0}; }
  [[nodiscard]] static constexpr T combine(T a, T b) noexcept { return static_cast<T>(a + b); }
};

/// The least; none is infinity, or the greatest number of the type.
template <typename T>
struct minimum {
  using value_type = T;
  static constexpr bool repeats = true;
  [[nodiscard]] static constexpr T none() noexcept {
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? limits::infinity() : limits::max();
  }
  [[nodiscard]] static constexpr T combine(T a, T b) noexcept { return std::min(a, b); }
};

/// The greatest; none is minus infinity, or the least number of the type.
template <typename T>
struct maximum {
  using value_type = T;
  static constexpr bool repeats = true;
  [[nodiscard]] static constexpr T none() noexcept {
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
  }
  [[nodiscard]] static constexpr T combine(T a, T b) noexcept { return std::max(a, b); }
};

}  // namespace orujo
