// The way out of a channel: its parcels are opened, counted and sent, under flow control.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Throws: usage_error, since a parcel of `team` has no room for a message of so many bytes.
[[noreturn]] void refuse_small_parcels(const std::string& channel, std::size_t message_bytes,
                                       rank_team& team);

/// Sends parcels of messages for the lanes of one channel, under its flow control.
class parcel_exit {
public:
  explicit parcel_exit(rank_team& team);

  /// An empty parcel to be filled by `self`.
  [[nodiscard]] parcel* open(worker& self);

  /// Notes that `self` fills the parcel no longer.
  void close(worker& self) const noexcept { self.buffer_bytes -= parcel_bytes_; }

  /// Whether `self` fills more parcels than it should.
  [[nodiscard]] bool is_crowded(const worker& self) const noexcept {
    return self.buffer_bytes > most_buffer_bytes_;
  }

  /// Posts a parcel that is closed, with so many messages. Its label has the epoch, the port and
  /// the worker. Runs no handler.
  void post(worker& self, rank_id to, parcel* full, std::uint64_t messages);

  /// Makes a producer wait that is about to begin a parcel for `to`, while parcels of its own are
  /// parked, or that rank is behind. Does nothing while the worker is engaged.
  /// Throws: as require_epoch().
  void wait_for_room(worker& self, rank_id to) {
    if (self.is_engaged()) { return; }
    require_epoch(self);
    team_.give_way(self);
    if (gates_ != nullptr && gates_->meets(index_of(to))) { team_.hold_back(self, *gates_, to); }
  }

  void completed(rank_id from) noexcept {
    if (gates_ != nullptr) { gates_->completed(index_of(from)); }
  }

  /// The flow control; nullptr: none.
  [[nodiscard]] const flow_gates* gates() const noexcept { return gates_.get(); }

  /// Throws usage_error if `self` sends outside epochs. Call: where a parcel is begun, or another
  /// place where messages wait; after the end of an epoch each is empty, so that the first message
  /// comes here.
  static void require_epoch(const worker& self) {
    if (self.epoch() == 0 && !self.is_engaged()) [[unlikely]] { refuse_outside_epoch(); }
  }

private:
  [[noreturn]] static void refuse_outside_epoch();

  rank_team& team_;
  std::uint64_t parcel_bytes_;
  std::uint64_t most_buffer_bytes_;  // that one worker fills
  std::unique_ptr<flow_gates> gates_;
};

}  // namespace orujo
