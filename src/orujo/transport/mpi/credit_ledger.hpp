// What a rank owes to the budgets of the ranks that it received parcels from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "orujo/base/mpsc_queue.hpp"

namespace orujo {

/// Collects released bytes for each rank until they are worth a message.
///
/// Invariant: at most `quantum` bytes are owed to a rank without its account being due. With a
/// quantum of a quarter of the budget shared by all ranks, at least three quarters of a sender's
/// budget come back without anybody being idle; and no parcel is larger than a quarter.
class credit_ledger {
public:
  /// Bytes that are due to one rank.
  struct payment {
    int rank = 0;
    std::uint64_t bytes = 0;  ///< 0: nothing is due.
  };

  credit_ledger(int ranks, std::uint64_t quantum)
      : accounts_(static_cast<std::size_t>(ranks)), quantum_(quantum) {}

  [[nodiscard]] std::uint64_t quantum() const noexcept { return quantum_; }

  /// Notes that `bytes` of `rank` were released. Call: any thread.
  void owe(int rank, std::uint64_t bytes) noexcept {
    account& with = accounts_[static_cast<std::size_t>(rank)];
    const std::uint64_t before = with.owed.fetch_add(bytes, std::memory_order_acq_rel);
    small_debts_.store(true, std::memory_order_release);  // see settle()
    if (before + bytes >= quantum_) { list(with); }
  }

  /// Makes everything that is owed due, however little. Call: the gate's holder.
  void settle() noexcept {
    if (!small_debts_.load(std::memory_order_relaxed)) { return; }  // missed now, seen next time
    // acquire: every owe() whose flag is taken away here has its bytes seen by the loop
    if (!small_debts_.exchange(false, std::memory_order_acquire)) { return; }
    for (account& with : accounts_) {
      if (with.owed.load(std::memory_order_relaxed) > 0) { list(with); }
    }
  }

  /// Takes the next payment. Call: the gate's holder.
  [[nodiscard]] payment next_due() noexcept {
    while (account* const with = due_.pop()) {
      // acq_rel, as in list(): whoever found `listed` set had already added to `owed`
      with->listed.exchange(false, std::memory_order_acq_rel);
      const std::uint64_t bytes = with->owed.exchange(0, std::memory_order_acq_rel);
      if (bytes > 0) { return {static_cast<int>(with - accounts_.data()), bytes}; }
    }
    return {};
  }

private:
  struct alignas(cache_line_bytes) account : queue_link {
    std::atomic<std::uint64_t> owed{0};
    std::atomic<bool> listed{false};
  };

  void list(account& with) noexcept {
    if (!with.listed.exchange(true, std::memory_order_acq_rel)) { due_.push(&with); }
  }

  std::vector<account> accounts_;
  std::uint64_t quantum_;
  mpsc_queue<account> due_;
  std::atomic<bool> small_debts_{false};
};

}  // namespace orujo
