// Sums of reals that do not depend on the order of what is added.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace orujo {

/// How reals are taken as whole numbers whose sums cannot overflow: two words, of which the second
/// holds what the first leaves over. Of `terms` terms of up to `largest` it keeps all but a
/// 2^(-2b) of the largest, where b is 62 without the bits of `terms`: for 10 million terms 76 bits.
class exact_scale {
public:
  /// Of smaller numbers a scale would be infinite.
  static constexpr double least = 0x1p-900;

  /// `largest` is finite, and 0 or at least `least`.
  exact_scale(double largest, std::uint64_t terms)
      : bits_(62 - static_cast<int>(std::bit_width(terms))) {
    const int exponent = largest > 0 ? std::ilogb(largest) + 1 : 0;
    up_ = std::ldexp(1.0, bits_ - exponent);
    down_ = std::ldexp(1.0, exponent - bits_);
    rest_up_ = std::ldexp(1.0, bits_);
  }

  struct words {
    std::int64_t whole;
    std::int64_t rest;
  };
  /// A real as the first word alone, which is enough for data of single precision.
  [[nodiscard]] std::int64_t whole_of(double value) const noexcept {
    return static_cast<std::int64_t>(value * up_);
  }
  [[nodiscard]] words words_of(double value) const noexcept {
    const double scaled = value * up_;
    const auto whole = static_cast<std::int64_t>(scaled);
    return {whole, static_cast<std::int64_t>((scaled - static_cast<double>(whole)) * rest_up_)};
  }
  [[nodiscard]] double real_of(const words& sum) const noexcept {
    return (static_cast<double>(sum.whole) + static_cast<double>(sum.rest) / rest_up_) * down_;
  }

private:
  int bits_;
  double up_;  // powers of two: products are exact
  double down_;
  double rest_up_;
};

}  // namespace orujo
