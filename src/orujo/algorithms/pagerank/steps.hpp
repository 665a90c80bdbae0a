// How long the steps of an iteration are, so that fewer of them are needed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace orujo::page_rank {

/// Steps of the second-order iteration of Golub and Varga (1961) for x = F(x), F linear:
///   x[k+1] = factor * (F(x[k]) - x[k-1]) + x[k-1].
/// If all eigenvalues of F are real and within [-radius, radius], it needs about the square root of
/// the number of plain steps (factor 1). The radius is estimated from how fast the change shrinks,
/// and only ever raised: one that is too small costs steps, but the iteration converges with any
/// below 1.
class step_lengths {
public:
  /// `most` is the largest radius that there can be; 0: all steps are plain.
  explicit step_lengths(double most) : most_(most) {}

  /// The factor of the step to come.
  [[nodiscard]] double factor() const noexcept { return factor_; }

  /// Says how much a plain step would have changed where the last step began.
  void note(double change) noexcept {
    if (last_change_ > 0 && change > 0 && change < last_change_) { raise(change / last_change_); }
    last_change_ = change;
    if (radius_ == 0) { return; }
    const double before = factor_ == 1 ? 2 : factor_;
    factor_ = 1 / (1 - radius_ * radius_ * before / 4);
  }

private:
  /// A part of the error that shrinks by `ratio` in each step belongs to the eigenvalue for which
  /// `ratio` solves z*z - factor * eigenvalue * z + factor - 1 = 0.
  void raise(double ratio) noexcept {
    const double eigenvalue = (ratio + (factor_ - 1) / ratio) / factor_;
    radius_ = std::max(radius_, std::min(most_, eigenvalue));
  }

  double most_;
  double radius_ = 0;
  double factor_ = 1;
  double last_change_ = 0;
};

}  // namespace orujo::page_rank
