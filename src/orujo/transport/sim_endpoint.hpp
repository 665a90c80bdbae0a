// The `sim` transport: local ranks behind a modelled network, for tests and for studying latency.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "orujo/transport/endpoint.hpp"
#include "orujo/transport/parcels_under_way.hpp"

namespace orujo {

/// The modelled network. Times pass for real: a parcel arrives that much later by the clock.
struct sim_model {
  double latency_us = 5;          ///< From sending to arrival, of an empty parcel.
  double bandwidth_mbps = 0;      ///< Megabytes per second of each pair of ranks; 0: unlimited.
  double jitter_us = 5;           ///< Up to this much more, uniformly: parcels overtake each other.
  double fail = 0;                ///< Probability that a send is refused once (and tried again).
  std::uint64_t break_after = 0;  ///< A rank's send number that fails for good; 0: never.
  std::uint64_t seed = 1;
};

/// Reads "latency=20us,jitter=5us,bandwidth=1000,fail=0.01,break=1000,seed=7"; all optional.
/// Throws: usage_error that names the unknown or malformed item.
[[nodiscard]] sim_model parse_sim_model(std::string_view text);

/// What the endpoints of one simulated team share.
struct sim_network {
  /// `peers[r]` is to be rank r's endpoint before the first send.
  const std::vector<std::unique_ptr<endpoint>>& peers;
  sim_model model;
};

/// A local endpoint whose parcels arrive late, out of order, or only at a second attempt.
class sim_endpoint final : public endpoint {
public:
  sim_endpoint(const endpoint_place& place, const settings& values, failure_board& failures,
               const sim_network& network);
  ~sim_endpoint() override;

  bool progress(int worker) override;
  void abandon(int code) noexcept override;
  [[nodiscard]] std::string_view name() const noexcept override { return "sim"; }
  void describe(report_card& card) const override;

protected:
  send_outcome carry(rank_id to, parcel* buffer, int worker) override;
  /// Until the next arrival: accept() rings for a new one, nobody when its delay has passed.
  [[nodiscard]] std::chrono::microseconds longest_sleep() noexcept override;

private:
  void accept(parcel* buffer, std::uint64_t arrival);
  [[nodiscard]] std::uint64_t draw() noexcept;

  const std::vector<std::unique_ptr<endpoint>>& peers_;
  sim_model model_;
  std::atomic<std::uint64_t> sends_{0};
  std::vector<std::atomic<std::uint64_t>> wire_free_;  // when each outgoing wire is free again, ns
  std::mutex mutex_;
  parcels_under_way under_way_;  // to this rank
  std::atomic<std::uint64_t> soonest_;
};

}  // namespace orujo
