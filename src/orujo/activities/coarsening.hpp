// How many operators an activity has: a fixed number, or as many as pay.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace orujo {

/// One worker's choice. Adapted, it begins with 1, doubles after a row of activities that nobody
/// was in the way of, and is halved when more than one of eight was given up; what overflows the
/// hardware halves it at once.
class coarsening {
public:
  static constexpr std::size_t most = 512;
  static constexpr std::size_t most_adapted = 64;  ///< Under any mechanism; most_adapted_of().

  /// `operators`: so many, at most `most`; 0: adapt, up to `bound`.
  coarsening(std::size_t operators, std::size_t bound) noexcept
      : is_adapted_(operators == 0),
        bound_(bound),
        now_(std::clamp<std::size_t>(operators, 1, most)) {}

  [[nodiscard]] std::size_t operators() const noexcept { return now_; }

  /// An activity was committed, after so many attempts that were given up.
  void note(std::uint64_t aborts, std::uint64_t overflows) noexcept {
    if (!is_adapted_) { return; }
    aborts_ += std::min<std::uint64_t>(aborts, row);
    if (overflows > 0) { aborts_ = row; }
    if (++activities_ < row && aborts_ < row / 8 + 1) { return; }
    now_ = aborts_ > row / 8 ? std::max<std::size_t>(1, now_ / 2) : std::min(2 * now_, bound_);
    activities_ = 0;
    aborts_ = 0;
  }

private:
  static constexpr std::uint64_t row = 16;  // activities between two looks

  bool is_adapted_;
  std::size_t bound_;
  std::size_t now_;
  std::uint64_t activities_ = 0;
  std::uint64_t aborts_ = 0;
};

/// Up to how many operators adapted activities of a mechanism grow: beyond that they gain nothing,
/// as was measured, and only get in each other's way.
template <typename Mechanism>
[[nodiscard]] constexpr std::size_t most_adapted_of() noexcept {
  if constexpr (requires { Mechanism::most_adapted; }) {
    return Mechanism::most_adapted;
  } else {
    return coarsening::most_adapted;
  }
}

}  // namespace orujo
