// Offers parcels, and keeps those that are refused.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/outbox.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace orujo {

namespace {

/// Receivers that a look over parked parcels has found full.
class full_receivers {
public:
  static constexpr std::size_t most = 16;

  [[nodiscard]] bool has(rank_id rank) const noexcept {
    return std::find(ranks_.begin(), end(), rank) != end();
  }
  [[nodiscard]] bool is_full() const noexcept { return count_ == most; }
  void add(rank_id rank) noexcept { ranks_[count_++] = rank; }

private:
  [[nodiscard]] const rank_id* end() const noexcept { return ranks_.data() + count_; }

  std::array<rank_id, most> ranks_{};
  std::size_t count_ = 0;
};

// A round of progress looks at no more parcels that cannot leave.
constexpr std::size_t most_passed = 64;

}  // namespace

template <outbox::parcel_kind Kind>
send_outcome outbox::offer(const parked_parcel& next) {
  return Kind == parcel_kind::control ? transport_.try_send_control(next.to, next.buffer, worker_)
                                      : transport_.try_send(next.to, next.buffer, worker_);
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
  if (parked_.empty() && offer<parcel_kind::messages>({to, buffer}) == send_outcome::taken) {
    return;
  }
  metrics_.add(metric::sends_refused);
  metrics_.add(metric::parcels_parked);
  parked_.push_back({to, buffer});
}

void outbox::post_control(rank_id to, parcel* filled) {
  if (control_.empty() && offer<parcel_kind::control>({to, filled}) == send_outcome::taken) {
    return;
  }
  control_.push_back({to, filled});
}

template <outbox::parcel_kind Kind>
bool outbox::drain(std::deque<parked_parcel>& waiting) {
  const std::size_t before = waiting.size();
  full_receivers full;
  std::size_t passed = 0;  // parcels that stay, in front
  while (passed < waiting.size() && passed < most_passed && !full.is_full()) {
    const parked_parcel& next = waiting[passed];
    if (full.has(next.to)) {
      ++passed;
      continue;
    }
    const send_outcome outcome = offer<Kind>(next);
    if (outcome == send_outcome::refused) { break; }
    if (outcome == send_outcome::taken) {
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(passed));
    } else {
      full.add(next.to);
      ++passed;
    }
  }
  return waiting.size() < before;
}

bool outbox::drain() {
  if (is_empty()) { return false; }
  const bool told = drain<parcel_kind::control>(control_);
  const bool sent = drain<parcel_kind::messages>(parked_);
  if (!parked_.empty()) { metrics_.add(metric::sends_refused); }
  return told || sent;
}

}  // namespace orujo
