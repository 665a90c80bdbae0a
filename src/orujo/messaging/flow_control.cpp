// Counts of beacons, and thresholds that follow them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/flow_control.hpp"

#include <algorithm>

namespace orujo {

flow_control_options make_flow_control(const settings& values) {
  return {.kind = static_cast<flow_control_kind>(values.choice_index(setting::flow_control)),
          .send_threshold = static_cast<std::uint64_t>(values.integer(setting::send_threshold)),
          .sync_threshold = static_cast<std::uint32_t>(values.integer(setting::sync_threshold))};
}

flow_gates::flow_gates(const flow_control_options& options, int workers, int ranks)
    : options_(options),
      gates_(options.kind == flow_control_kind::per_worker ? 1 : static_cast<std::size_t>(ranks)),
      plain_(static_cast<std::size_t>(workers)) {
  for (gate& each : gates_) { each.threshold = options.sync_threshold; }
  for (plain_sends& each : plain_) { each.since_beacon.resize(gates_.size()); }
}

bool flow_gates::note_sent(int worker, int rank, std::uint64_t messages) noexcept {
  std::uint64_t& since = plain_[static_cast<std::size_t>(worker)].since_beacon[gate_number(rank)];
  since += messages;
  if (since < options_.send_threshold) { return false; }
  since = 0;
  gate_of(rank).outstanding.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool flow_gates::meets(int rank) noexcept {
  gate& at = gate_of(rank);
  const std::uint32_t threshold = at.threshold.load(std::memory_order_relaxed);
  const bool met = at.outstanding.load(std::memory_order_relaxed) >= threshold;
  if (options_.kind == flow_control_kind::adaptive) {
    const std::uint32_t most = options_.sync_threshold * adaptive_range;
    const std::uint32_t next = met ? std::min(threshold + 1, most) : std::max(threshold - 1, 1U);
    at.threshold.store(next, std::memory_order_relaxed);
  }
  return met;
}

bool flow_gates::still_meets(int rank) const noexcept {
  // An adaptive producer stops for good at the highest threshold only; else a round is enough.
  const bool may_stop = options_.kind != flow_control_kind::adaptive ||
                        threshold(rank) == options_.sync_threshold * adaptive_range;
  return may_stop && outstanding(rank) >= threshold(rank);
}

report_row flow_gates::describe() const {
  const bool adapts = options_.kind == flow_control_kind::adaptive;
  const bool together = options_.kind == flow_control_kind::per_worker;
  return {"flow control",
          adapts     ? "a round of progress, and a higher threshold, where a destination is behind"
          : together ? "producers wait where all destinations together are behind"
                     : "producers wait where a destination is behind",
          {{"beacon every", static_cast<double>(options_.send_threshold), "messages"},
           {"outstanding", static_cast<double>(options_.sync_threshold),
            adapts ? "beacons at first" : "beacons at most"}}};
}

}  // namespace orujo
