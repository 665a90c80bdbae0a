// Whether a piece of work is shared among the workers of a rank, or too short for that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// Waking the other workers and waiting for them takes as long as so many looks at vertices.
inline constexpr std::uint64_t few_looks = 2048;

/// Whether one worker does `looks` looks at vertices or edges alone.
[[nodiscard]] inline bool is_done_alone(const rank_team& team, std::uint64_t looks) noexcept {
  return team.num_workers() == 1 || looks <= few_looks;
}

/// Runs `body(worker&, share)` for the even share of each worker in 0 … size-1. The shares are
/// those of the workers even where worker 0 does all alone, since there is little. Call: local,
/// worker 0, outside on_workers().
template <typename Body>
void for_each_share(rank_team& team, std::size_t size, Body body) {
  const int workers = team.num_workers();
  if (is_done_alone(team, size)) {
    for (int w = 0; w < workers; ++w) { body(team.worker_at(w), even_share(size, w, workers)); }
  } else {
    team.on_workers([&](worker& self) { body(self, even_share(size, self.index(), workers)); });
  }
}

}  // namespace orujo
