// The `virtual` transport: many ranks on one thread, behind a modelled network, in its time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "orujo/transport/endpoint.hpp"
#include "orujo/transport/parcels_under_way.hpp"
#include "orujo/transport/virtual_time/loggp_model.hpp"
#include "orujo/transport/virtual_time/virtual_clocks.hpp"

namespace orujo {

/// What the endpoints of one team share; all outlive them.
struct virtual_network {
  /// `peers[r]` is to be rank r's endpoint before the first send.
  const std::vector<std::unique_ptr<endpoint>>& peers;
  loggp_model model;
  virtual_clocks& clocks;
  rank_switch& ranks;
};

/// A discrete-event simulation: parcels arrive when LogGP says so, on the clock of each rank, and
/// who waits passes no time of the host. Ranks have one worker and share a thread, which wait() and
/// progress() give to whoever is due first.
class virtual_endpoint final : public endpoint {
public:
  virtual_endpoint(const endpoint_place& place, const settings& values, failure_board& failures,
                   const virtual_network& network);

  bool progress(int worker) override;
  void abandon(int code) noexcept override;
  [[nodiscard]] std::chrono::steady_clock::time_point now() override;
  [[nodiscard]] std::string_view name() const noexcept override { return "virtual"; }
  [[nodiscard]] int hosts() const noexcept override;
  void describe(report_card& card) const override;

protected:
  send_outcome carry(rank_id to, parcel* buffer, int worker) override;
  void sleep(std::chrono::microseconds limit, std::uint32_t ticket) override;

private:
  [[nodiscard]] rank_id self() const noexcept { return place().rank; }
  [[nodiscard]] std::uint64_t arrival_over_link(const parcel& buffer);
  [[nodiscard]] bool shares_host(rank_id other) const noexcept;
  [[nodiscard]] std::uint64_t link_time(const parcel& buffer) const noexcept;
  void accept(parcel* buffer, std::uint64_t arrival);
  void pass_computing();
  void run_others();
  bool deliver_arrived();

  const virtual_network network_;
  std::uint64_t sends_ = 0;
  std::uint64_t out_free_ = 0;  // when the link out of this rank is free again, ns
  std::uint64_t in_free_ = 0;
  std::uint64_t went_on_ = 0;    // by the host's clock, ns; what has passed since is computing
  parcels_under_way under_way_;  // to this rank
};

}  // namespace orujo
