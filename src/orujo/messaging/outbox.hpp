// Sealed parcels on their way from one worker to the transport.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/base/metrics.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo {

/// Parcels of messages for one rank. Plain data.
struct rank_traffic {
  std::uint64_t parcels = 0;
  std::uint64_t bytes = 0;
};

/// Hands a worker's parcels to the transport, and keeps what the transport refuses: such parcels
/// are parked. It never waits and never runs a handler, so a parcel may be posted anywhere.
/// - Parcels of messages to one rank leave in the order in which they were posted. A few of those
/// that
///   are parked are passed by others while their receiver is full; control parcels leave first.
/// - Memory: what is parked. Producers stop until nothing is; handlers and flushes post beyond the
///   budget.
/// Call: its worker only, on the stack of the worker's thread.
class outbox {
public:
  outbox(endpoint& transport, int worker, worker_metrics& metrics)
      : transport_(transport), worker_(worker), metrics_(metrics) {}

  /// Counts from now on what is posted to each of so many ranks.
  void count_traffic(int ranks) { traffic_.assign(static_cast<std::size_t>(ranks), {}); }

  /// What has been posted so far, by rank; empty unless it is counted.
  /// Call: its worker, or worker 0 outside on_workers().
  [[nodiscard]] std::span<const rank_traffic> traffic() const noexcept { return traffic_; }

  /// Sends a parcel of messages. Throws: transport_error.
  void post(rank_id to, parcel* filled);

  /// Sends a parcel of a few words, outside the budget. Throws: transport_error.
  void post_control(rank_id to, parcel* filled);

  /// Offers what is parked once more; returns whether any left. Throws: transport_error.
  bool drain();

  [[nodiscard]] bool is_empty() const noexcept { return parked_.empty() && control_.empty(); }

  /// Parcels of messages posted since the last call of start_round().
  [[nodiscard]] int posted_in_round() const noexcept { return posted_; }
  void start_round() noexcept { posted_ = 0; }

private:
  struct parked_parcel {
    rank_id to;
    parcel* buffer;
  };
  enum class parcel_kind : bool { messages, control };

  /// Parcels in their order; no memory until there is one.
  class parked_queue {
  public:
    [[nodiscard]] bool empty() const noexcept { return first_ == parcels_.size(); }
    [[nodiscard]] std::size_t size() const noexcept { return parcels_.size() - first_; }
    [[nodiscard]] const parked_parcel& operator[](std::size_t number) const noexcept {
      return parcels_[first_ + number];
    }
    void push_back(const parked_parcel& last);
    /// Takes out the parcel that has so many in front of it. Cost: these.
    void erase(std::size_t number) noexcept;

  private:
    std::vector<parked_parcel> parcels_;
    std::size_t first_ = 0;  // those before it have left
  };

  template <parcel_kind Kind>
  [[nodiscard]] send_outcome offer(const parked_parcel& next);
  template <parcel_kind Kind>
  bool drain(parked_queue& waiting);

  endpoint& transport_;
  int worker_;
  worker_metrics& metrics_;
  int posted_ = 0;
  parked_queue parked_;
  parked_queue control_;
  std::vector<rank_traffic> traffic_;  // by rank, or nothing
};

}  // namespace orujo
