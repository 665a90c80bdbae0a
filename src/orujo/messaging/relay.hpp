// Parcels of messages that travel over other ranks, and what such a rank does with them.
//
// A parcel to a next hop holds runs of messages, each behind the number of its destination and its
// length. Where it arrives, runs for this rank are handled together, as one batch; the others are
// copied into the parcels to their next hops.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "orujo/messaging/flush_policy.hpp"
#include "orujo/messaging/lane_set.hpp"
#include "orujo/messaging/parcel_exit.hpp"
#include "orujo/messaging/port.hpp"
#include "orujo/messaging/routing.hpp"

namespace orujo {

/// Messages of one channel as bytes.
struct message_layout {
  std::size_t bytes;      ///< Of one.
  std::size_t alignment;  ///< Of one.
  bool is_whole =
      true;  ///< Or a part of one: relay_client::messages_in() knows how many there are.
};

/// The channel that a relay works for.
class relay_client {
public:
  /// The parcel's first `messages` messages, now packed at its beginning, are for `self` or any
  /// worker of this rank: handles them. Call: inside worker::handle().
  virtual void take_relayed(worker& self, parcel& buffer, std::size_t messages) = 0;

  /// Room in the lane of a destination on this rank that another worker must handle.
  virtual std::byte* room_for(worker& self, std::size_t destination, std::size_t messages) = 0;

  /// How many messages `parts` parts of messages are, which begin at `first`.
  [[nodiscard]] virtual std::size_t messages_in(const std::byte* first, std::size_t parts) const {
    static_cast<void>(first);
    return parts;
  }

protected:
  ~relay_client() = default;
};

/// The lanes of one channel to the next hops: one for each worker and neighbouring rank.
class relay final : public port {
public:
  struct options {
    const route_table& routes;  ///< Outlives the relay.
    message_layout layout;
    std::size_t homes_per_rank;  ///< Destinations on a rank: its workers, or 1 if any will do.
    std::function<std::unique_ptr<flush_policy>()> policy;
  };

  /// Call: collective, as opening a channel. The objects outlive the relay.
  relay(rank_team& team, relay_client& client, parcel_exit& exit, const options& how);
  relay(const relay&) = delete;
  relay& operator=(const relay&) = delete;
  ~relay() override;

  /// Room for `messages` messages, one behind the other, to `destination` on another rank; the
  /// caller writes them before it does anything else. Outside handlers it may run some first.
  [[nodiscard]] std::byte* reserve(worker& self, std::size_t destination, std::size_t messages);

  /// Messages of one run that a parcel holds.
  [[nodiscard]] std::size_t capacity() const noexcept;

  [[nodiscard]] std::size_t neighbours() const noexcept { return routes_.num_neighbours(); }

  /// What the report card says of it.
  [[nodiscard]] report_row describe() const;

  void receive(worker& self, parcel& buffer) override;
  void flush(worker& self, flush_reason reason) override;
  void switch_epoch(worker& self, std::uint32_t epoch) override {
    lanes_of(self).switch_epoch(epoch);
  }
  [[nodiscard]] flush_stage stage() const noexcept override { return flush_stage::relays; }
  void completed(rank_id from) override { exit_.completed(from); }
  [[nodiscard]] bool needs_open_epoch() const noexcept override { return true; }

private:
  /// In front of each run of messages.
  struct run_header {
    std::uint32_t destination;
    std::uint32_t messages;
  };

  struct lane : lane_state {
    // Bytes from the beginning of the parcel: half the size of pointers, as there are many lanes.
    std::uint32_t used = 0;
    std::uint32_t run = 0;      // where the header of the last run is, if there is one
    std::uint32_t in_runs = 0;  // messages

    [[nodiscard]] std::size_t messages() const noexcept { return in_runs; }
  };

  // One lane for each neighbour.
  using hop_lanes = lane_set<lane>;

  [[nodiscard]] std::size_t aligned(std::size_t bytes) const noexcept {
    return (bytes + alignment_ - 1) / alignment_ * alignment_;
  }
  [[nodiscard]] hop_lanes& lanes_of(const worker& self) noexcept {
    return outgoing_[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] std::byte* append(lane& box, std::uint32_t destination, std::size_t messages) const;
  void seal(worker& self, std::size_t hop, const lane& box, metric why);
  [[nodiscard]] std::uint64_t take_runs(worker& self, parcel& buffer);
  void forward(worker& self, const run_header& run, const std::byte* messages);

  rank_team& team_;
  relay_client& client_;
  parcel_exit& exit_;
  const route_table& routes_;
  std::size_t message_bytes_;
  bool is_whole_;
  std::size_t alignment_;
  std::size_t header_bytes_;
  std::size_t homes_per_rank_;
  std::size_t parcel_bytes_;
  std::uint32_t port_number_;
  std::vector<hop_lanes> outgoing_;  // one for each worker
};

}  // namespace orujo
