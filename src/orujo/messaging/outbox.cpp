// Offers parcels, and keeps those that are refused.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/outbox.hpp"

namespace orujo {

template <outbox::parcel_kind Kind>
bool outbox::offer(const parked_parcel& next) {
  const send_outcome outcome = Kind == parcel_kind::control
                                   ? transport_.try_send_control(next.to, next.buffer, worker_)
                                   : transport_.try_send(next.to, next.buffer, worker_);
  return outcome == send_outcome::taken;
}

void outbox::post(rank_id to, parcel* filled) {
  parcel* const buffer = transport_.pools(worker_).fitted(filled);
  const std::uint64_t bytes = wire_bytes(*buffer);
  ++posted_;
  metrics_.add(metric::parcels_sent);
  metrics_.add(metric::parcel_bytes_sent, bytes);
  if (!traffic_.empty()) {
    rank_traffic& way = traffic_[static_cast<std::size_t>(index_of(to))];
    ++way.parcels;
    way.bytes += bytes;
  }
  if (parked_.empty() && offer<parcel_kind::messages>({to, buffer})) { return; }
  metrics_.add(metric::sends_refused);
  metrics_.add(metric::parcels_parked);
  parked_.push_back({to, buffer});
}

void outbox::post_control(rank_id to, parcel* filled) {
  if (control_.empty() && offer<parcel_kind::control>({to, filled})) { return; }
  control_.push_back({to, filled});
}

template <outbox::parcel_kind Kind>
bool outbox::drain(std::deque<parked_parcel>& waiting) {
  bool moved = false;
  while (!waiting.empty() && offer<Kind>(waiting.front())) {
    waiting.pop_front();
    moved = true;
  }
  return moved;
}

bool outbox::drain() {
  if (is_empty()) { return false; }
  const bool told = drain<parcel_kind::control>(control_);
  const bool sent = drain<parcel_kind::messages>(parked_);
  if (!parked_.empty()) { metrics_.add(metric::sends_refused); }
  return told || sent;
}

}  // namespace orujo
