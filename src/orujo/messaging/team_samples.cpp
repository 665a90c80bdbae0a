// Starts and stops the samplers of all workers of a rank at one moment.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/team_samples.hpp"

namespace orujo {

void start_samples(rank_team& team) noexcept {
  const std::uint64_t now = trace_now();
  for (int w = 0; w < team.num_workers(); ++w) {
    worker& each = team.worker_at(w);
    if (each.samples != nullptr) { each.samples->start(each.metrics, now); }
  }
}

void stop_samples(rank_team& team) noexcept {
  const std::uint64_t now = trace_now();
  for (int w = 0; w < team.num_workers(); ++w) {
    worker& each = team.worker_at(w);
    if (each.samples != nullptr) { each.samples->stop(each.metrics, now); }
  }
}

}  // namespace orujo
