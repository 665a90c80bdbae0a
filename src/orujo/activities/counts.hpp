// What the activities of a worker came to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace orujo {

/// Counters of one worker, or sums over several.
struct activity_counts {
  std::uint64_t operators = 0;   ///< That were run to their end, failed ones included.
  std::uint64_t failed = 0;      ///< Operators that failed for good.
  std::uint64_t activities = 0;  ///< That committed: of one operator or several.
  std::uint64_t conflicts = 0;   ///< Attempts given up as another activity was in the way.
  std::uint64_t overflows = 0;   ///< Attempts of which the hardware could not hold all.
  std::uint64_t others = 0;      ///< Attempts that ended for other reasons, as interrupts.
  std::uint64_t serialised = 0;  ///< Activities that ran alone in the end.

  [[nodiscard]] std::uint64_t aborts() const noexcept { return conflicts + overflows + others; }

  void add(const activity_counts& more) noexcept {
    operators += more.operators;
    failed += more.failed;
    activities += more.activities;
    conflicts += more.conflicts;
    overflows += more.overflows;
    others += more.others;
    serialised += more.serialised;
  }

  /// What was counted after `earlier`.
  [[nodiscard]] activity_counts since(const activity_counts& earlier) const noexcept {
    return {.operators = operators - earlier.operators,
            .failed = failed - earlier.failed,
            .activities = activities - earlier.activities,
            .conflicts = conflicts - earlier.conflicts,
            .overflows = overflows - earlier.overflows,
            .others = others - earlier.others,
            .serialised = serialised - earlier.serialised};
  }
};

/// The sum of both, for all_reduce().
[[nodiscard]] inline activity_counts plus_counts(activity_counts a,
                                                 const activity_counts& b) noexcept {
  a.add(b);
  return a;
}

}  // namespace orujo
