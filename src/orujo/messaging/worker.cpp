// A worker's counters.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/worker.hpp"

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

void worker::switch_epoch(std::uint32_t epoch) {
  if (buffered_epoch_ != 0) { team_.switch_epoch(*this, epoch); }
  buffered_epoch_ = epoch;
}

void worker::publish_handled(const std::array<std::uint64_t, epoch_slots>& messages) noexcept {
  for (std::uint32_t slot = 0; slot < epoch_slots; ++slot) {
    if (messages[slot] == 0) { continue; }
    auto& handled = counters_[slot].handled;
    // release: what the handlers did, and what they sent, is visible to whoever reads the count
    handled.store(handled.load(std::memory_order_relaxed) + messages[slot],
                  std::memory_order_release);
  }
}

}  // namespace orujo
