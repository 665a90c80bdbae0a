// What all transports share: pools, inboxes, the budget of bytes in flight, sleeping.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/endpoint.hpp"

#include <algorithm>

#include "orujo/base/interrupt.hpp"

namespace orujo {

namespace {

/// A parcel never takes more than a quarter of the budget, so that small budgets still overlap
/// sending with handling.
std::size_t payload_bytes(const settings& values) {
  const auto wanted = static_cast<std::size_t>(values.integer(setting::parcel_bytes));
  const auto budget = static_cast<std::size_t>(values.integer(setting::in_flight_bytes));
  return std::min(wanted, budget / 4 - sizeof(parcel_label));
}

}  // namespace

endpoint::endpoint(const endpoint_place& place, const settings& values, failure_board& failures)
    : place_(place),
      failures_(failures),
      budget_(static_cast<std::uint64_t>(values.integer(setting::in_flight_bytes))),
      inboxes_(place.workers) {
  for (int w = 0; w < place.workers; ++w) {
    pools_.push_back(std::make_unique<parcel_pools>(payload_bytes(values)));
  }
}

send_outcome endpoint::try_send(rank_id to, parcel* buffer, int worker) {
  const std::uint64_t bytes = charge_of(*buffer);
  if (!reserve(bytes)) { return send_outcome::refused; }
  buffer->label.source = static_cast<std::uint16_t>(index_of(place_.rank));
  buffer->in_flight = &in_flight_;
  const send_outcome outcome = carry(to, buffer, worker);
  if (outcome == send_outcome::refused) { refund(bytes); }
  return outcome;
}

send_outcome endpoint::try_send_control(rank_id to, parcel* buffer, int worker) {
  buffer->label.source = static_cast<std::uint16_t>(index_of(place_.rank));
  buffer->in_flight = nullptr;
  return carry(to, buffer, worker);
}

bool endpoint::reserve(std::uint64_t bytes) noexcept {
  std::uint64_t now = in_flight_.load(std::memory_order_relaxed);
  do {
    if (now + bytes > budget_) { return false; }
    // acquire: pairs with refund(), so that what the receiver did with the buffer happened before
  } while (!in_flight_.compare_exchange_weak(now, now + bytes, std::memory_order_acquire,
                                             std::memory_order_relaxed));
  std::uint64_t peak = in_flight_peak_.load(std::memory_order_relaxed);
  while (peak < now + bytes &&
         !in_flight_peak_.compare_exchange_weak(peak, now + bytes, std::memory_order_relaxed)) {}
  return true;
}

void endpoint::release(parcel* buffer, int worker) {
  if (buffer->in_flight != nullptr) {
    // release: pairs with reserve()
    buffer->in_flight->fetch_sub(charge_of(*buffer), std::memory_order_release);
    buffer->in_flight = nullptr;
  } else {
    return_budget(*buffer);
  }
  pools(worker).free(buffer);
}

void endpoint::deliver(parcel* buffer) {
  const std::uint16_t worker = buffer->label.worker;
  if (worker == any_worker) {
    inboxes_.deliver_to_any(buffer);
  } else {
    inboxes_.deliver_to(worker, buffer);
  }
}

void endpoint::wait(int worker, std::chrono::microseconds limit, std::uint32_t ticket) {
  if (!inboxes_.has_mail(worker)) { sleep(limit, ticket); }
}

void endpoint::check() const {
  if (failures_.raised()) { throw peer_failed(); }
  stop_if_interrupted();
}

void endpoint::abandon(int /*code*/) noexcept { wake(); }

std::uint64_t endpoint::parcel_memory() const noexcept {
  std::uint64_t total = 0;
  for (const auto& each : pools_) { total += each->reserved_bytes(); }
  return total;
}

void endpoint::describe(report_card& card) const {
  const auto number = [](auto value) { return static_cast<double>(value); };
  card.add(report_section::transport,
           {"transport",
            std::string(name()),
            {{"ranks", number(place_.size), ""},
             {"workers", number(place_.workers), "per rank"},
             {"hosts", number(hosts()), ""},
             {"threads on this host", number(place_.threads_on_host), ""}}});
  card.add(report_section::transport,
           {"flow control",
            "budget of bytes in flight per sending rank",
            {{"budget", number(budget_), "bytes"}, {"peak", number(in_flight_peak()), "bytes"}}});
  card.add(report_section::transport,
           {"parcel",
            "filled in one size, waits in a buffer that fits it, from pools per worker",
            {{"size", number(pools_.front()->full().payload_bytes()), "bytes"},
             {"memory", number(parcel_memory()), "bytes so far"}}});
}

}  // namespace orujo
