// How a figure grows with the number of ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

namespace orujo::cli {

/// A figure of a team of so many ranks.
struct growth_point {
  double ranks;
  double value;
};

/// factor · P^exponent · (log2 P)^logs.
struct growth_law {
  double factor = 0;
  double exponent = 0;
  int logs = 0;  ///< 0 or 1.

  [[nodiscard]] double at(double ranks) const noexcept;

  /// "12 · P^1.5 log P".
  [[nodiscard]] std::string text() const;
};

/// The law that fits best: least squares of the logarithms; with a logarithm only if that halves
/// the error. Nothing if fewer than two points are above zero and at more than one rank.
[[nodiscard]] std::optional<growth_law> fitted_law(std::span<const growth_point> points);

/// What the largest team was predicted to have, from the three next smaller ones.
struct growth_prediction {
  growth_law law;  ///< Of these.
  double predicted;
  double seen;

  /// How far off, as a share of what was seen.
  [[nodiscard]] double error() const noexcept { return predicted / seen - 1; }
};

/// `points` in ascending order of ranks. Nothing if fewer than two are left of the smaller ones, or
/// the largest is zero.
[[nodiscard]] std::optional<growth_prediction> predicted_largest(
    std::span<const growth_point> points);

}  // namespace orujo::cli
