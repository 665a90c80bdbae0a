// Lends spare units to senders that need them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/incast_pool.hpp"

#include <algorithm>

namespace orujo {

// All orders are relaxed: the numbers guard no memory, and each is right by itself.

incast_pool::incast_pool(int senders, const incast_shares& shares, std::int32_t most)
    : window_(shares.window), all_spare_(shares.spare), most_(most), spare_(shares.spare) {
  if (all_spare_ > 0) { lent_.resize(static_cast<std::size_t>(senders)); }
}

std::int32_t incast_pool::give_back(int sender, std::uint64_t bytes, credit_wish wish) {
  const std::int32_t units = window_units(bytes);
  if (lent_.empty()) { return units; }
  const auto number = static_cast<std::size_t>(sender);
  const std::int64_t has = lent_.value(number);
  const std::int64_t beyond = has - spare_.load(std::memory_order_relaxed);
  if (beyond > 0) {
    return units -
           take_back(number, static_cast<std::int32_t>(std::min<std::int64_t>(beyond, units)));
  }
  if (wish != credit_wish::more) { return units; }
  return units + lend(number, std::min<std::int64_t>({window_ + has, -beyond, most_ - has}));
}

std::int32_t incast_pool::lend(std::size_t to, std::int64_t wanted) {
  if (wanted <= 0) { return 0; }
  sparse_counts::count& lent = lent_[to];
  std::int64_t spare = spare_.load(std::memory_order_relaxed);
  std::int64_t given = 0;
  do {
    given = std::min(spare, wanted);
    if (given <= 0) { return 0; }
  } while (!spare_.compare_exchange_weak(spare, spare - given, std::memory_order_relaxed));
  lent.fetch_add(static_cast<std::int32_t>(given), std::memory_order_relaxed);
  return static_cast<std::int32_t>(given);
}

std::int32_t incast_pool::take_back(std::size_t from, std::int32_t units) {
  sparse_counts::count& lent = lent_[from];
  std::int32_t has = lent.load(std::memory_order_relaxed);
  std::int32_t taken = 0;
  do {
    taken = std::min(has, units);
    if (taken <= 0) { return 0; }
  } while (!lent.compare_exchange_weak(has, has - taken, std::memory_order_relaxed));
  spare_.fetch_add(taken, std::memory_order_relaxed);
  return taken;
}

}  // namespace orujo
