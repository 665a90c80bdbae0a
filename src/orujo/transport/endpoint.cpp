// What all transports share: pools, inboxes, the budget of bytes in flight, sleeping.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/endpoint.hpp"

#include <algorithm>
#include <utility>
#include <vector>

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

/// To one sender: more would lie idle, as its budget ends sooner.
std::int32_t most_lent(const settings& values) {
  constexpr std::uint64_t most = std::uint64_t{1} << 36U;  // the largest window stays below 2^31
  return window_units(
      std::min(static_cast<std::uint64_t>(values.integer(setting::in_flight_bytes)), most));
}

}  // namespace

endpoint::endpoint(const endpoint_place& place, const settings& values, failure_board& failures)
    : place_(place),
      failures_(failures),
      sizes_(payload_bytes(values)),
      inboxes_(place.workers),
      shares_(
          incast_shares::among(place.size, values, sizeof(parcel_label) + payload_bytes(values))),
      budget_(place.rank, static_cast<std::uint64_t>(values.integer(setting::in_flight_bytes)),
              sizeof(parcel_label) + payload_bytes(values)),
      incast_(place.size, shares_, most_lent(values)) {
  for (int w = 0; w < place.workers; ++w) {
    pools_.push_back(std::make_unique<parcel_pools>(payload_bytes(values)));
  }
  if (shares_.are_bounded()) { budget_.open_windows(place.size, shares_.window); }
}

send_outcome endpoint::try_send(rank_id to, parcel* buffer, int worker) {
  const std::uint64_t bytes = charge_of(*buffer);
  const send_budget::grant granted = budget_.reserve(to, bytes);
  if (granted.outcome != send_outcome::taken) { return granted.outcome; }
  buffer->label.source = static_cast<std::uint16_t>(index_of(place_.rank));
  buffer->budget = &budget_;
  buffer->charge = static_cast<std::uint32_t>(bytes);
  buffer->wish = granted.wish;
  const send_outcome outcome = carry(to, buffer, worker);
  if (outcome != send_outcome::taken) { budget_.undo(to, bytes); }
  return outcome;
}

send_outcome endpoint::try_send_control(rank_id to, parcel* buffer, int worker) {
  buffer->label.source = static_cast<std::uint16_t>(index_of(place_.rank));
  buffer->budget = nullptr;
  buffer->charge = 0;
  return carry(to, buffer, worker);
}

void endpoint::release(parcel* buffer, int worker) {
  if (buffer->charge > 0) {
    const returned_budget what = take_leave(*buffer);
    if (buffer->budget != nullptr) {
      buffer->budget->give_back(place_.rank, what.bytes, what.units);
    } else {
      return_budget(what);
    }
    buffer->budget = nullptr;
    buffer->charge = 0;
  }
  pools(worker).free(buffer);
}

endpoint::returned_budget endpoint::take_leave(const parcel& buffer) {
  const rank_id sender{buffer.label.source};
  returned_budget what{sender, buffer.charge, 0, buffer.wish};
  if (sender == place_.rank || !shares_.are_bounded()) { return what; }
  incast_.note_gone(buffer.charge);
  what.units = incast_.give_back(index_of(sender), buffer.charge, buffer.wish);
  return what;
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
  const std::atomic<bool>* const stop = stop_.load(std::memory_order_relaxed);
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) { throw interrupted_error(); }
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
  card.add(report_section::transport, {"flow control",
                                       "budget of bytes in flight per sending rank",
                                       {{"budget", number(in_flight_budget()), "bytes"},
                                        {"peak", number(in_flight_peak()), "bytes"}}});
  describe_incast(card);
  card.add(report_section::transport,
           {"parcel",
            "filled in one size, waits in a buffer that fits it, from pools per worker",
            {{"size", number(pools_.front()->full().payload_bytes()), "bytes"},
             {"memory", number(parcel_memory()), "bytes so far"}}});
}

void endpoint::describe_incast(report_card& card) const {
  const auto number = [](auto value) { return static_cast<double>(value); };
  std::vector<report_number> numbers{{"bound", number(incast_bound()), "bytes"}};
  if (shares_.are_bounded()) {
    const auto bytes = [&](std::int64_t units) {
      return number(units) * static_cast<double>(window_unit_bytes);
    };
    numbers.push_back({"peak", number(incast_peak()), "bytes"});
    numbers.push_back({"window of each sender", bytes(shares_.window), "bytes"});
    numbers.push_back({"lent", bytes(incast_.lent()), "bytes"});
    numbers.push_back({"to lend", bytes(shares_.spare), "bytes"});
  }
  card.add(report_section::transport,
           {"incast",
            shares_.are_bounded() ? "senders have windows, which the receiver widens"
                                  : "within the bound at any rate: the budgets of all senders",
            std::move(numbers)});
}

}  // namespace orujo
