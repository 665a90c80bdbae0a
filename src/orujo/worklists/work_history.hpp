// The work of all workers of a team, beside each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/work_record.hpp"

namespace orujo {

/// What one worker did, and how that went over time.
struct worker_history {
  int rank = 0;
  int worker = 0;                    ///< Of its rank.
  std::uint64_t items = 0;           ///< Processed.
  std::uint64_t messages = 0;        ///< Sent to other ranks.
  double wait_seconds = 0;           ///< At barriers and for the end.
  std::vector<work_sample> samples;  ///< Empty unless the setting work_samples is above 0.
};

/// Of all workers: those of rank 0, then those of rank 1, and so on.
struct work_history {
  double seconds_per_sample = 0;  ///< The same for all; 0 without samples.
  std::vector<worker_history> workers;
};

/// The history of all workers, on rank 0, and of none on the others; `records` are those of this
/// rank's workers. Call: collective. Cost: all samples of all workers travel to rank 0.
[[nodiscard]] work_history gather_history(rank_team& team,
                                          std::span<const work_record* const> records);

}  // namespace orujo
