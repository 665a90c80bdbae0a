// A modelled network between the ranks of one process.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/sim_endpoint.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include <fmt/format.h>

#include "orujo/base/random.hpp"
#include "orujo/transport/model_text.hpp"

namespace orujo {

namespace {

std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// Uniform in [0, 1) from 64 random bits.
double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1.0p-53; }

void assign(sim_model& model, const model_item& item) {
  if (item.name == "latency") {
    model.latency_us = microseconds_of(item);
  } else if (item.name == "jitter") {
    model.jitter_us = microseconds_of(item);
  } else if (item.name == "bandwidth" &&
             (number_of(item) == 0 || number_of(item) >= least_bandwidth)) {
    model.bandwidth_mbps = number_of(item);
  } else if (item.name == "fail" && number_of(item) < 1) {
    model.fail = number_of(item);
  } else if (item.name == "break") {
    model.break_after = static_cast<std::uint64_t>(number_of(item));
  } else if (item.name == "seed") {
    model.seed = static_cast<std::uint64_t>(number_of(item));
  } else {
    reject_item(item, "latency, jitter, bandwidth (0, or from 0.001), fail (below 1), break, seed");
  }
}

}  // namespace

sim_model parse_sim_model(std::string_view text) {
  sim_model model;
  for_each_model_item("sim", text, [&](const model_item& item) { assign(model, item); });
  return model;
}

sim_endpoint::sim_endpoint(const endpoint_place& place, const settings& values,
                           failure_board& failures, const sim_network& network)
    : endpoint(place, values, failures),
      peers_(network.peers),
      model_(network.model),
      wire_free_(static_cast<std::size_t>(place.size)),
      soonest_(parcels_under_way::never) {}

sim_endpoint::~sim_endpoint() = default;

std::uint64_t sim_endpoint::draw() noexcept {
  const std::uint64_t number = sends_.fetch_add(1, std::memory_order_relaxed);
  const auto rank = static_cast<std::uint64_t>(index_of(place().rank));
  return mix64(model_.seed ^ mix64(rank << 48U ^ number));
}

send_outcome sim_endpoint::carry(rank_id to, parcel* buffer, int /*worker*/) {
  if (to == place().rank) {
    deliver(buffer);
    return send_outcome::taken;
  }
  const std::uint64_t luck = draw();
  if (unit(luck) < model_.fail) { return send_outcome::refused; }
  if (model_.break_after > 0 && sends_.load(std::memory_order_relaxed) > model_.break_after) {
    throw transport_error(fmt::format("sim: the link from rank {} to rank {} broke, as asked for",
                                      index_of(place().rank), index_of(to)));
  }
  std::uint64_t sent = now_ns();
  if (model_.bandwidth_mbps > 0) {
    auto& wire = wire_free_[static_cast<std::size_t>(index_of(to))];
    const auto busy = static_cast<std::uint64_t>(static_cast<double>(wire_bytes(*buffer)) * 1e3 /
                                                 model_.bandwidth_mbps);
    std::uint64_t free = wire.load(std::memory_order_relaxed);
    while (!wire.compare_exchange_weak(free, std::max(free, sent) + busy)) {}
    sent = std::max(free, sent) + busy;
  }
  const double delay_us = model_.latency_us + unit(mix64(luck)) * model_.jitter_us;
  static_cast<sim_endpoint&>(*peers_[static_cast<std::size_t>(index_of(to))])
      .accept(buffer, sent + static_cast<std::uint64_t>(delay_us * 1e3));
  return send_outcome::taken;
}

void sim_endpoint::accept(parcel* buffer, std::uint64_t arrival) {
  note_coming(*buffer);
  bool next = false;
  {
    const std::lock_guard guard(mutex_);
    next = arrival < under_way_.soonest();
    under_way_.add(buffer, arrival);
    if (next) { soonest_.store(arrival, std::memory_order_relaxed); }
  }
  if (next) { wake(); }  // who sleeps does so until another arrival, or for long
}

bool sim_endpoint::progress(int /*worker*/) {
  const std::uint64_t soonest = soonest_.load(std::memory_order_relaxed);
  if (soonest == parcels_under_way::never || soonest > now_ns()) { return false; }
  const std::unique_lock guard(mutex_, std::try_to_lock);
  if (!guard.owns_lock()) { return false; }
  bool moved = false;
  while (under_way_.soonest() <= now_ns()) {
    deliver(under_way_.take());
    moved = true;
  }
  soonest_.store(under_way_.soonest(), std::memory_order_relaxed);
  return moved;
}

std::chrono::microseconds sim_endpoint::longest_sleep() noexcept {
  const std::uint64_t soonest = soonest_.load(std::memory_order_relaxed);
  if (soonest == parcels_under_way::never) { return endpoint::longest_sleep(); }
  const std::uint64_t now = now_ns();
  // At least 1: the system wakes sleepers some 50 us late anyway.
  const std::uint64_t left_us = soonest > now ? (soonest - now) / 1000 + 1 : 1;
  return std::min(std::chrono::microseconds(left_us), endpoint::longest_sleep());
}

void sim_endpoint::abandon(int /*code*/) noexcept {
  for (const auto& peer : peers_) { peer->wake(); }
}

void sim_endpoint::describe(report_card& card) const {
  endpoint::describe(card);
  card.add(report_section::transport, {"modelled network",
                                       "times are simulated",
                                       {{"latency", model_.latency_us, "us"},
                                        {"jitter", model_.jitter_us, "us"},
                                        {"bandwidth", model_.bandwidth_mbps, "MB/s, 0: unlimited"},
                                        {"refused sends", model_.fail, "probability"},
                                        {"seed", static_cast<double>(model_.seed), ""}}});
}

}  // namespace orujo
