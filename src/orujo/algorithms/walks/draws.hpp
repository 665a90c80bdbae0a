// The random numbers of walks: they depend on seed, walk, step and draw only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/random.hpp"

namespace orujo::walking {

/// The key of all numbers of a walk.
[[nodiscard]] constexpr std::uint64_t key_of(std::uint64_t seed, std::uint64_t walk) noexcept {
  return mix64(seed ^ mix64(walk));
}

/// The numbers of one step.
class step_draws {
public:
  constexpr step_draws(std::uint64_t key, std::uint32_t step) noexcept
      : base_(mix64(key + step * odd)) {}

  /// Which edge is drawn in an attempt.
  [[nodiscard]] constexpr std::uint64_t edge(std::uint32_t attempt) const noexcept {
    return attempt == 0 ? base_ : number(std::uint64_t{attempt} * 4);
  }
  /// The same as a place among all weights, in [0, 1).
  [[nodiscard]] constexpr double place(std::uint32_t attempt) const noexcept {
    return unit(edge(attempt));
  }
  /// Which of the two edges of its place in an alias table.
  [[nodiscard]] constexpr std::uint64_t alias(std::uint32_t attempt) const noexcept {
    return number(std::uint64_t{attempt} * 4 + 1);
  }
  /// Whether it is taken, in [0, 1).
  [[nodiscard]] constexpr double chance(std::uint32_t attempt) const noexcept {
    return unit(number(std::uint64_t{attempt} * 4 + 2));
  }
  /// Whether the step leads back to the start, in [0, 1).
  [[nodiscard]] constexpr double restart() const noexcept { return unit(number(3)); }

private:
  static constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;

  [[nodiscard]] constexpr std::uint64_t number(std::uint64_t index) const noexcept {
    return mix64(base_ + (index + 1) * odd);
  }
  [[nodiscard]] static constexpr double unit(std::uint64_t number) noexcept {
    return static_cast<double>(number >> 11U) * 0x1.0p-53;
  }

  std::uint64_t base_;
};

/// `number`, uniform in 64 bits, as one in [0, bound).
[[nodiscard]] constexpr std::uint64_t scaled(std::uint64_t number, std::uint64_t bound) noexcept {
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<wide>(number) * bound) >> 64U);
}

}  // namespace orujo::walking
