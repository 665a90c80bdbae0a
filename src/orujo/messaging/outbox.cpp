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

void outbox::parked_queue::push_back(const parked_parcel& last) {
  // Before the memory grows, what has left makes room, if it is half of it or more.
  if (parcels_.size() == parcels_.capacity() && 2 * first_ >= parcels_.size()) {
    parcels_.erase(parcels_.begin(), parcels_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
  parcels_.push_back(last);
}

void outbox::parked_queue::erase(std::size_t number) noexcept {
  const auto first = parcels_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto gone = first + static_cast<std::ptrdiff_t>(number);
  std::move_backward(first, gone, gone + 1);
  ++first_;
  if (empty()) {
    parcels_.clear();
    first_ = 0;
  }
}

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
bool outbox::drain(parked_queue& waiting) {
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
      waiting.erase(passed);
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
