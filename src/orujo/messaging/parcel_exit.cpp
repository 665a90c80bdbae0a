// Counts what leaves before it leaves.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/parcel_exit.hpp"

#include <fmt/format.h>

#include "orujo/base/error.hpp"

namespace orujo {

parcel_exit::parcel_exit(rank_team& team)
    : team_(team),
      parcel_bytes_(team.transport().pool(0).payload_bytes()),
      most_buffer_bytes_(static_cast<std::uint64_t>(team.values().integer(setting::buffer_bytes))) {
  const flow_control_options options = make_flow_control(team.values());
  if (options.kind != flow_control_kind::off) {
    gates_ = std::make_unique<flow_gates>(options, team.num_workers(), team.size());
  }
}

parcel* parcel_exit::open(worker& self) {
  self.buffer_bytes += parcel_bytes_;
  self.metrics.raise(metric::buffer_bytes_peak, self.buffer_bytes);
  return team_.transport().pool(self.index()).allocate();
}

void parcel_exit::post(worker& self, rank_id to, parcel* full, std::uint64_t messages) {
  ORUJO_ASSERT(full->label.epoch != 0, "messages are sent inside an epoch");
  if (gates_ != nullptr && to != team_.rank() &&
      gates_->note_sent(self.index(), index_of(to), messages)) {
    full->label.port |= completion_asked;
    self.metrics.add(metric::completions_asked);
  }
  self.count_sent(full->label.epoch, to, messages);
  team_.post(self, to, full);
}

void parcel_exit::refuse_outside_epoch() {
  throw usage_error("channel: a message was sent outside an epoch; send inside run_epoch()");
}

void refuse_small_parcels(const std::string& channel, std::size_t message_bytes, rank_team& team) {
  throw usage_error(fmt::format(
      "channel of {}: a message of {} bytes has no room in a parcel of {}; raise parcel_bytes",
      channel, message_bytes, team.transport().pool(0).payload_bytes()));
}

}  // namespace orujo
