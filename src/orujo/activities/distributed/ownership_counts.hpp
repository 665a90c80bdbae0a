// What the distributed activities of a worker came to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace orujo {

/// Counters of one worker, or sums over several.
struct ownership_counts {
  std::uint64_t activities = 0;    ///< That ended, those that failed or threw included.
  std::uint64_t failed = 0;        ///< Operators that failed for good.
  std::uint64_t thrown = 0;        ///< Activities given up as their operators threw.
  std::uint64_t local = 0;         ///< Activities that sent no message.
  std::uint64_t acquisitions = 0;  ///< Elements of other ranks that were marked and brought here.
  std::uint64_t requests = 0;      ///< Messages that asked for elements; each was answered.
  std::uint64_t releases = 0;      ///< Messages that gave elements back.
  std::uint64_t refusals = 0;      ///< Requests, and looks at own elements, that found one marked.
  std::uint64_t retries = 0;       ///< Attempts behind the first of an activity.
  std::uint64_t found_late = 0;    ///< Runs of operators given up at an element not named before.

  /// All that was sent: requests, answers and releases.
  [[nodiscard]] std::uint64_t messages() const noexcept { return 2 * requests + releases; }

  void add(const ownership_counts& more) noexcept {
    activities += more.activities;
    failed += more.failed;
    thrown += more.thrown;
    local += more.local;
    acquisitions += more.acquisitions;
    requests += more.requests;
    releases += more.releases;
    refusals += more.refusals;
    retries += more.retries;
    found_late += more.found_late;
  }
};

}  // namespace orujo
