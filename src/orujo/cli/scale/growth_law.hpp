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

/// constant + factor · P^exponent · (log2 P)^logs.
struct growth_law {
  double factor = 0;
  double exponent = 0;
  int logs = 0;         ///< 0, 1 or 2.
  double constant = 0;  ///< Only of laws that predict.

  [[nodiscard]] double at(double ranks) const noexcept;

  /// "12 · P^1.50 log P".
  [[nodiscard]] std::string text() const;
};

/// The law without a constant that fits best: least squares of the logarithms; with a logarithm, of
/// which it has one at most, only if that halves the error. Nothing if fewer than two points are
/// above zero and at more than one rank.
[[nodiscard]] std::optional<growth_law> fitted_law(std::span<const growth_point> points);

/// What the largest team was predicted to have, from the smaller ones alone.
struct growth_prediction {
  growth_law law;  ///< The best one.
  double predicted;
  double seen;

  /// How far off, as a share of what was seen.
  [[nodiscard]] double error() const noexcept { return predicted / seen - 1; }
};

/// Many laws are fitted to the smaller teams, each of which weighs twice as much as the one before:
/// powers, with a logarithm or without, and constants with such a term of one of a few exponents
/// beside it. How good a law is shows when it is fitted to all of these but the largest, and
/// predicts that one. What is predicted is the median of what the five best say; what the best one
/// says if it misses nothing.
///
/// `points` in ascending order of ranks. Nothing if fewer than two are left of the smaller ones, or
/// a figure is not above zero.
[[nodiscard]] std::optional<growth_prediction> predicted_largest(
    std::span<const growth_point> points);

}  // namespace orujo::cli
