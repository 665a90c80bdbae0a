// Parcels in modelled time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/virtual_time/virtual_endpoint.hpp"

#include <algorithm>

#include "orujo/base/random.hpp"

namespace orujo {

namespace {

// Inside a host: two misses of the cache, and 10 GB/s.
constexpr double host_latency_ns = 300;
constexpr double host_byte_ns = 0.1;

std::uint64_t host_ns() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

std::uint64_t rounded(double ns) { return static_cast<std::uint64_t>(ns + 0.5); }

}  // namespace

virtual_endpoint::virtual_endpoint(const endpoint_place& place, const settings& values,
                                   failure_board& failures, const virtual_network& network)
    : endpoint(place, values, failures), network_(network), went_on_(host_ns()) {}

/// What has been computed since the rank went on passes on its clock.
void virtual_endpoint::pass_computing() {
  if (network_.model.compute == computing::free) { return; }
  const std::uint64_t now = host_ns();
  network_.clocks.advance(self(), now - std::exchange(went_on_, now));
}

void virtual_endpoint::run_others() {
  network_.ranks.run_others(self());
  if (network_.model.compute == computing::measured) { went_on_ = host_ns(); }
}

std::chrono::steady_clock::time_point virtual_endpoint::now() {
  pass_computing();
  return std::chrono::steady_clock::time_point(
      std::chrono::nanoseconds(network_.clocks.now(self())));
}

std::uint64_t virtual_endpoint::link_time(const parcel& buffer) const noexcept {
  return rounded(network_.model.gap_ns +
                 network_.model.byte_ns * static_cast<double>(wire_bytes(buffer)));
}

send_outcome virtual_endpoint::carry(rank_id to, parcel* buffer, int /*worker*/) {
  if (to == self()) {
    deliver(buffer);
    return send_outcome::taken;
  }
  pass_computing();
  network_.clocks.advance(self(), rounded(network_.model.overhead_ns));
  auto& peer =
      static_cast<virtual_endpoint&>(*network_.peers[static_cast<std::size_t>(index_of(to))]);
  if (shares_host(to)) {
    const double delay = host_latency_ns + host_byte_ns * static_cast<double>(wire_bytes(*buffer));
    peer.accept(buffer, network_.clocks.now(self()) + rounded(delay));
  } else {
    const std::uint64_t first = arrival_over_link(*buffer);
    peer.in_free_ = std::max(first, peer.in_free_ + link_time(*buffer));
    peer.accept(buffer, peer.in_free_);
  }
  return send_outcome::taken;
}

/// When its last byte comes if nothing else is on the receiver's link then.
std::uint64_t virtual_endpoint::arrival_over_link(const parcel& buffer) {
  const loggp_model& model = network_.model;
  out_free_ = std::max(out_free_, network_.clocks.now(self())) + link_time(buffer);
  double delay = model.latency_ns;
  if (model.jitter_ns > 0) {
    const auto rank = static_cast<std::uint64_t>(index_of(self()));
    const std::uint64_t luck = mix64(model.seed ^ mix64(rank << 48U ^ ++sends_));
    delay += static_cast<double>(luck >> 11U) * 0x1.0p-53 * model.jitter_ns;
  }
  return out_free_ + rounded(delay);
}

bool virtual_endpoint::shares_host(rank_id other) const noexcept {
  const int per_host = network_.model.ranks_per_host;
  return index_of(other) / per_host == index_of(self()) / per_host;
}

int virtual_endpoint::hosts() const noexcept {
  const int per_host = network_.model.ranks_per_host;
  return (place().size + per_host - 1) / per_host;
}

void virtual_endpoint::accept(parcel* buffer, std::uint64_t arrival) {
  note_coming(*buffer);
  under_way_.add(buffer, arrival);
  network_.clocks.call(self(), arrival);
}

bool virtual_endpoint::progress(int /*worker*/) {
  pass_computing();
  virtual_clocks& clocks = network_.clocks;
  if (!clocks.is_first(self())) {
    clocks.sleep(self(), clocks.now(self()));
    run_others();
  }
  const bool moved = deliver_arrived();
  if (!moved) { clocks.advance(self(), virtual_clocks::look_ns); }
  return moved;
}

bool virtual_endpoint::deliver_arrived() {
  virtual_clocks& clocks = network_.clocks;
  const std::uint64_t overhead = rounded(network_.model.overhead_ns);
  bool moved = false;
  while (under_way_.soonest() <= clocks.now(self())) {
    deliver(under_way_.take());
    clocks.advance(self(), overhead);
    moved = true;
  }
  return moved;
}

void virtual_endpoint::sleep(std::chrono::microseconds limit, std::uint32_t asked) {
  if (ticket() != asked) { return; }
  pass_computing();
  virtual_clocks& clocks = network_.clocks;
  const std::uint64_t patience = static_cast<std::uint64_t>(limit.count()) * 1000;
  clocks.sleep(self(), std::min(under_way_.soonest(), clocks.now(self()) + patience));
  run_others();
}

void virtual_endpoint::abandon(int /*code*/) noexcept {
  for (int r = 0; r < place().size; ++r) { network_.clocks.call(rank_id{r}, 0); }
}

void virtual_endpoint::describe(report_card& card) const {
  endpoint::describe(card);
  const loggp_model& model = network_.model;
  card.add(report_section::transport,
           {"modelled network, LogGP",
            model.compute == computing::free ? "computing takes no time"
                                             : "computing takes the time that it takes here",
            {{"latency L", model.latency_ns, "ns"},
             {"overhead o", model.overhead_ns, "ns"},
             {"gap g", model.gap_ns, "ns"},
             {"gap per byte G", model.byte_ns, "ns"},
             {"jitter", model.jitter_ns, "ns"},
             {"ranks of a host", static_cast<double>(model.ranks_per_host), ""},
             {"seed", static_cast<double>(model.seed), ""}}});
}

}  // namespace orujo
