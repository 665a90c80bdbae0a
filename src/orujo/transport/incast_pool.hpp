// What is on its way to one rank: how much, and what of its spare room it has lent to whom.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/transport/send_budget.hpp"
#include "orujo/transport/sparse_counts.hpp"

namespace orujo {

/// The receiver's side of windows. It decides whenever it releases a parcel. Nobody is to be lent
/// more units than are left to lend: a sender that has more gives them back, as far as the parcel
/// reaches; one that has less, and whose window was full when it sent the parcel, gets its window
/// once more, up to there. So one sender may get half of the spare units, and n that send much an
/// (n + 1)th part each; and the windows of all senders together never exceed what they had at first
/// and the spare units. (A. Choudhury, E. Hahne, "Dynamic queue length thresholds for shared-memory
/// packet switches", 1998.) What a sender had been lent when it fell silent stays with it until it
/// sends again.
///
/// Memory: where there are spare units, sparse_counts for the senders. Call: any thread.
class incast_pool {
public:
  /// One sender may be lent `most` units.
  incast_pool(int senders, const incast_shares& shares, std::int32_t most);

  /// `bytes` are on their way from another rank, or have come.
  void note_coming(std::uint64_t bytes) noexcept {
    const std::uint64_t now = held_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    std::uint64_t peak = peak_.load(std::memory_order_relaxed);
    while (peak < now && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {}
  }
  void note_gone(std::uint64_t bytes) noexcept {
    held_.fetch_sub(bytes, std::memory_order_relaxed);
  }

  /// Units by which the window of `sender` opens after a parcel of `bytes`. Throws: std::bad_alloc.
  [[nodiscard]] std::int32_t give_back(int sender, std::uint64_t bytes, credit_wish wish);

  /// The most bytes at once.
  [[nodiscard]] std::uint64_t peak() const noexcept {
    return peak_.load(std::memory_order_relaxed);
  }
  /// Units that are lent now.
  [[nodiscard]] std::int64_t lent() const noexcept {
    return all_spare_ - spare_.load(std::memory_order_relaxed);
  }

private:
  [[nodiscard]] std::int32_t lend(std::size_t to, std::int64_t wanted);
  [[nodiscard]] std::int32_t take_back(std::size_t from, std::int32_t units);

  std::int32_t window_;
  std::int64_t all_spare_;
  std::int32_t most_;
  sparse_counts lent_;  // by sender
  alignas(cache_line_bytes) std::atomic<std::int64_t> spare_;
  std::atomic<std::uint64_t> held_{0};
  std::atomic<std::uint64_t> peak_{0};
};

}  // namespace orujo
