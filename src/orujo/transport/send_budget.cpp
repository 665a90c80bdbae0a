// Takes and gives back bytes of the budget, and units of windows.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/send_budget.hpp"

#include <algorithm>
#include <limits>

namespace orujo {

incast_shares incast_shares::among(int ranks, const settings& values,
                                   std::uint64_t largest) noexcept {
  const auto budget = static_cast<std::uint64_t>(values.integer(setting::in_flight_bytes));
  const auto incast = static_cast<std::uint64_t>(values.integer(setting::incast_bytes));
  const auto senders = static_cast<std::uint64_t>(ranks) - 1;
  if (senders == 0 || budget <= incast / senders) { return {}; }
  const std::uint64_t all = incast / window_unit_bytes;
  const std::uint64_t least = 2 * static_cast<std::uint64_t>(window_units(largest));
  const std::uint64_t window = std::clamp<std::uint64_t>(
      all / 2 / senders, least, std::numeric_limits<std::int32_t>::max() / 2);
  const std::uint64_t shared = window * senders;
  return {static_cast<std::int32_t>(window),
          static_cast<std::int64_t>(all > shared ? all - shared : 0)};
}

std::uint64_t incast_shares::bound(int ranks, std::uint64_t budget) const noexcept {
  const auto senders = static_cast<std::uint64_t>(ranks) - 1;
  if (!are_bounded()) { return senders * budget; }
  return (senders * static_cast<std::uint64_t>(window) + static_cast<std::uint64_t>(spare)) *
         window_unit_bytes;
}

send_budget::grant send_budget::reserve(rank_id to, std::uint64_t bytes) {
  credit_wish wish = credit_wish::none;
  if (!has_window(to)) {
    const bool taken = take_bytes(bytes, wish);
    return {taken ? send_outcome::taken : send_outcome::refused, wish};
  }
  sparse_counts::count& used = used_at(to);
  const std::int32_t units = window_units(bytes);
  std::int32_t before = used.load(std::memory_order_relaxed);
  do {
    if (before + units > window_) { return {send_outcome::receiver_full}; }
    // relaxed: take_bytes() orders what the receiver did with what follows
  } while (!used.compare_exchange_weak(before, before + units, std::memory_order_relaxed));
  if (!take_bytes(bytes, wish)) {
    used.fetch_sub(units, std::memory_order_relaxed);
    return {send_outcome::refused};
  }
  if (before + units + largest_ > window_) { wish = credit_wish::more; }
  return {send_outcome::taken, wish};
}

bool send_budget::take_bytes(std::uint64_t bytes, credit_wish& wish) noexcept {
  std::uint64_t now = in_flight_.load(std::memory_order_relaxed);
  do {
    if (now + bytes > budget_) { return false; }
    // acquire: pairs with give_back(), so that what the receiver did with the buffer happened
    // before
  } while (!in_flight_.compare_exchange_weak(now, now + bytes, std::memory_order_acquire,
                                             std::memory_order_relaxed));
  std::uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < now + bytes &&
         !peak_.compare_exchange_weak(peak, now + bytes, std::memory_order_relaxed)) {}
  if (now + bytes > budget_ / 2) { wish = credit_wish::soon; }
  return true;
}

void send_budget::give_back(rank_id by, std::uint64_t bytes, std::int32_t units) {
  if (units != 0 && has_window(by)) { used_at(by).fetch_sub(units, std::memory_order_relaxed); }
  in_flight_.fetch_sub(bytes, std::memory_order_release);  // pairs with take_bytes()
}

}  // namespace orujo
