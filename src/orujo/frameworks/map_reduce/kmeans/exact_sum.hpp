// Sums of reals that do not depend on the order of what is added.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace orujo {

/// How reals are taken as whole numbers whose sums cannot overflow: a sum is one word or several,
/// of which each holds what the one before leaves over. Of `terms` terms of up to `largest`, w
/// words keep all but a 2^(-wb) of the largest, where b is 62 without the bits of `terms`: for 10
/// million terms 38 bits in a word.
class exact_scale {
public:
  /// `largest` is finite and not negative.
  exact_scale(double largest, std::uint64_t terms)
      : bits_(62 - static_cast<int>(std::bit_width(terms))) {
    constexpr int least_exponent = -900;  // of smaller numbers a scale would be infinite
    exponent_ = largest > 0 ? std::max(std::ilogb(largest) + 1, least_exponent) : 0;
    up_ = std::ldexp(1.0, bits_ - exponent_);
    down_ = std::ldexp(1.0, exponent_ - bits_);
    rest_up_ = std::ldexp(1.0, bits_);
  }

  /// What the last of `words` words counts.
  [[nodiscard]] double unit(std::size_t words) const noexcept {
    return std::ldexp(1.0, exponent_ - bits_ * static_cast<int>(words));
  }

  /// Adds `value` to the `words` words from `sum` on. What the last one does not hold is rounded,
  /// so that the sum of many such values is not drawn towards zero.
  void add(double value, std::int64_t* sum, std::size_t words) const noexcept {
    double scaled = value * up_;
    for (; words > 1; --words) {
      const auto whole = static_cast<std::int64_t>(scaled);
      *sum++ += whole;
      scaled = (scaled - static_cast<double>(whole)) * rest_up_;
    }
    *sum += static_cast<std::int64_t>(scaled + std::copysign(0.5, scaled));
  }

  /// A sum divided by `count`.
  [[nodiscard]] double mean_of(std::span<const std::int64_t> words, double count) const noexcept {
    double scaled = 0;
    for (std::size_t w = words.size(); w > 0; --w) {
      scaled = static_cast<double>(words[w - 1]) + scaled / rest_up_;
    }
    return scaled / count * down_;
  }

private:
  int bits_;
  int exponent_;
  double up_;  // powers of two: products are exact
  double down_;
  double rest_up_;
};

}  // namespace orujo
