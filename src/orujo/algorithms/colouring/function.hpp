// The lowest colour that no predecessor has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace orujo {

/// Grundy's rule, for dag_correcting.
struct grundy_colour {
  using value_type = std::uint32_t;
  static constexpr value_type undecided = std::numeric_limits<value_type>::max();

  template <typename Values>
  [[nodiscard]] static value_type decide(const Values& values) noexcept {
    if (values.size() < 64) { return lowest_of_few(values); }
    for (value_type first = 0;; first += window) {
      std::array<std::uint64_t, window / 64> taken{};
      for (const value_type colour : values) {
        const value_type place = colour - first;  // wraps around below the window
        if (place < window) { taken[place / 64] |= std::uint64_t{1} << (place % 64); }
      }
      for (std::size_t word = 0; word < taken.size(); ++word) {
        if (~taken[word] == 0) { continue; }
        return first + static_cast<value_type>(word * 64) + lowest_free(taken[word]);
      }
    }
  }

  /// Another colour is the lowest if the own one is taken, or if a lower one may be free now.
  [[nodiscard]] static bool affects(value_type own, value_type before, value_type after) noexcept {
    return after == own || before < own;
  }
  [[nodiscard]] static bool settles(value_type /*colour*/) noexcept { return false; }
  [[nodiscard]] static std::uint32_t rank(value_type colour) noexcept { return colour; }

private:
  static constexpr value_type window = 512;

  [[nodiscard]] static value_type lowest_free(std::uint64_t taken) noexcept {
    return static_cast<value_type>(std::countr_one(taken));
  }

  /// Of fewer than 64 predecessors: one of the first 64 colours is free.
  template <typename Values>
  [[nodiscard]] static value_type lowest_of_few(const Values& values) noexcept {
    std::uint64_t taken = 0;
    for (const value_type colour : values) {
      taken |= colour < 64 ? std::uint64_t{1} << (colour % 64) : 0;
    }
    return lowest_free(taken);
  }
};

}  // namespace orujo
