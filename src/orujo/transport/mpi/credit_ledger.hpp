// What a rank owes to the budgets and windows of the ranks that it received parcels from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "orujo/base/mpsc_queue.hpp"
#include "orujo/transport/send_budget.hpp"

namespace orujo {

/// Collects what was released for each rank until it is worth a message: from `calm` bytes on, or
/// from `pressed` bytes on where the sender waits for its budget, or at once where it waits for its
/// window.
///
/// Invariant: what is owed without being due came with parcels that were sent while half of the
/// budget was free, which makes half of it at most; or is less than `pressed` for each rank, a
/// quarter of the budget shared by all ranks. So there is always a quarter that comes back without
/// anybody being idle, and no parcel is larger. Of a window the room of one parcel comes back like
/// that.
class credit_ledger {
public:
  struct quanta {
    std::uint64_t calm;
    std::uint64_t pressed;  ///< At most `calm`.
  };

  /// What is due to one rank.
  struct payment {
    int rank = 0;
    std::uint64_t bytes = 0;  ///< 0: nothing is due.
    std::int64_t units = 0;   ///< Of its window here.
  };

  /// What parcels that were released give back.
  struct debt {
    std::uint64_t bytes;
    std::int64_t units;
    credit_wish wish = credit_wish::none;
  };

  credit_ledger(int ranks, quanta due) : accounts_(static_cast<std::size_t>(ranks)), quanta_(due) {}

  [[nodiscard]] const quanta& due_from() const noexcept { return quanta_; }

  /// Notes what is given back to `rank`. Call: any thread.
  void owe(int rank, const debt& what) noexcept {
    account& with = accounts_[static_cast<std::size_t>(rank)];
    // Units first: who takes the bytes takes the units that belong to them, too.
    with.units.fetch_add(what.units, std::memory_order_relaxed);
    const std::uint64_t owed =
        with.owed.fetch_add(what.bytes, std::memory_order_acq_rel) + what.bytes;
    if (owed >= due_from(what.wish)) { return list(with); }
    // acq_rel: if the flag is set already, settle() has yet to take it away, and then sees the
    // bytes
    if (!with.noted.exchange(true, std::memory_order_acq_rel)) { note(with); }
  }

  /// Makes everything that is owed due, however little. Cost: the ranks that something was owed to
  /// since the last call. Call: the gate's holder.
  void settle() noexcept {
    if (noted_.load(std::memory_order_relaxed) == nullptr) { return; }
    account* next = noted_.exchange(nullptr, std::memory_order_acquire);
    while (next != nullptr) {
      account& with = *next;
      next = with.next_noted;
      with.noted.exchange(false, std::memory_order_acq_rel);
      if (with.owed.load(std::memory_order_relaxed) > 0) { list(with); }
    }
  }

  /// Takes the next payment. Call: the gate's holder.
  [[nodiscard]] payment next_due() noexcept {
    while (account* const with = due_.pop()) {
      // acq_rel, as in list(): whoever found `listed` set had already added to `owed`
      with->listed.exchange(false, std::memory_order_acq_rel);
      const std::uint64_t bytes = with->owed.exchange(0, std::memory_order_acq_rel);
      if (bytes == 0) { continue; }
      const std::int64_t units = with->units.exchange(0, std::memory_order_relaxed);
      return {static_cast<int>(with - accounts_.data()), bytes, units};
    }
    return {};
  }

private:
  struct alignas(cache_line_bytes) account : queue_link {
    std::atomic<std::uint64_t> owed{0};
    std::atomic<std::int64_t> units{0};
    std::atomic<bool> listed{false};
    std::atomic<bool> noted{false};
    account* next_noted = nullptr;
  };

  [[nodiscard]] std::uint64_t due_from(credit_wish wish) const noexcept {
    if (wish == credit_wish::none) { return quanta_.calm; }
    return wish == credit_wish::soon ? quanta_.pressed : 0;
  }

  void list(account& with) noexcept {
    if (!with.listed.exchange(true, std::memory_order_acq_rel)) { due_.push(&with); }
  }

  void note(account& with) noexcept {
    with.next_noted = noted_.load(std::memory_order_relaxed);
    while (!noted_.compare_exchange_weak(with.next_noted, &with, std::memory_order_release,
                                         std::memory_order_relaxed)) {}
  }

  std::vector<account> accounts_;
  quanta quanta_;
  mpsc_queue<account> due_;
  std::atomic<account*> noted_{nullptr};  // a stack that settle() takes whole
};

}  // namespace orujo
