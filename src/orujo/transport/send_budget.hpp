// What a rank may have under way: in all, and to each receiver.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/transport/sparse_counts.hpp"

namespace orujo {

/// What became of a parcel that was offered.
enum class send_outcome : std::uint8_t {
  taken,         ///< The transport owns it now.
  refused,       ///< No budget or no room; the caller keeps it and offers it again.
  receiver_full  ///< As refused; only its receiver has no room: parcels to others may have.
};

/// What a sender says with a parcel about the budget that it waits for.
enum class credit_wish : std::uint8_t {
  none,  ///< It has enough.
  soon,  ///< Half of its budget is used.
  more   ///< Its window at this receiver has no room for another full parcel.
};

/// Windows are counted in units of so many bytes.
inline constexpr std::uint64_t window_unit_bytes = 64;

[[nodiscard]] constexpr std::int32_t window_units(std::uint64_t bytes) noexcept {
  return static_cast<std::int32_t>((bytes + window_unit_bytes - 1) / window_unit_bytes);
}

/// How what may be on its way to one receiver is shared by its senders; the same on all ranks.
struct incast_shares {
  std::int32_t window = 0;  ///< Units that a sender has at a receiver from the beginning; 0: as
                            ///< many as its budget.
  std::int64_t spare = 0;   ///< Units that a receiver may lend to its senders beyond that.

  /// Half of `incast_bytes` is shared evenly, but in windows of at least two of the largest
  /// parcels; the rest is lent. Where the budgets of all senders together are within the bound,
  /// there are no windows. `largest` is the charge of the largest parcel.
  [[nodiscard]] static incast_shares among(int ranks, const settings& values,
                                           std::uint64_t largest) noexcept;

  [[nodiscard]] bool are_bounded() const noexcept { return window > 0; }

  /// Bytes that are never exceeded at a receiver.
  [[nodiscard]] std::uint64_t bound(int ranks, std::uint64_t budget) const noexcept;
};

/// The sender's count of bytes that are under way: at most `in_flight_bytes` in all, and at each
/// receiver at most its window there. A window is what the receiver has given and not yet got back,
/// so that the windows of all its senders together stay within its bound.
/// Memory: where there are windows, sparse_counts for the receivers.
/// Call: any thread.
class send_budget {
public:
  struct grant {
    send_outcome outcome;
    credit_wish wish = credit_wish::none;
  };

  send_budget(rank_id self, std::uint64_t bytes, std::uint64_t largest)
      : self_(self), budget_(bytes), largest_(window_units(largest)) {}

  /// Gives each of so many receivers a window. Call: before the first parcel.
  void open_windows(int receivers, std::int32_t window) {
    window_ = window;
    used_.resize(static_cast<std::size_t>(receivers));
  }

  /// Takes `bytes` for a parcel to `to`; the own rank has no window. Throws: std::bad_alloc.
  [[nodiscard]] grant reserve(rank_id to, std::uint64_t bytes);

  /// Undoes reserve().
  void undo(rank_id to, std::uint64_t bytes) {
    give_back(to, bytes, to == self_ ? 0 : window_units(bytes));
  }

  /// `by` has released parcels of `bytes`, and opens the window there by `units`: more than those
  /// of the parcels to lend some, less to take back what it has lent.
  void give_back(rank_id by, std::uint64_t bytes, std::int32_t units);

  [[nodiscard]] std::uint64_t in_flight() const noexcept {
    return in_flight_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t peak() const noexcept {
    return peak_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return budget_; }

private:
  [[nodiscard]] bool take_bytes(std::uint64_t bytes, credit_wish& wish) noexcept;
  [[nodiscard]] bool has_window(rank_id to) const noexcept { return window_ > 0 && to != self_; }
  [[nodiscard]] sparse_counts::count& used_at(rank_id to) {
    return used_[static_cast<std::size_t>(index_of(to))];
  }

  rank_id self_;
  std::uint64_t budget_;
  std::int32_t largest_;
  std::int32_t window_ = 0;
  sparse_counts used_;  // by receiver: units under way, less those lent
  alignas(cache_line_bytes) std::atomic<std::uint64_t> in_flight_{0};
  std::atomic<std::uint64_t> peak_{0};
};

}  // namespace orujo
