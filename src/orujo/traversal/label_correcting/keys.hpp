// Which phase an item belongs to, under each order with phases.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>

#include "orujo/traversal/label_correcting/state.hpp"
#include "orujo/worklists/bucket_bins.hpp"
#include "orujo/worklists/strict_heap.hpp"

namespace orujo::label_walks {

/// Ranges of ranks, each `width` wide.
template <label_function F>
struct bucket_keys {
  using item_type = label_item<F>;
  using list_type = bucket_bins<item_type>;

  explicit bucket_keys(const work_order& order)
      : per_rank(1 / order.width), shift(shift_of(order.width)) {}

  [[nodiscard]] std::uint64_t operator()(const F& function, const item_type& item) const noexcept {
    const auto rank = function.rank(item.label);
    if constexpr (std::unsigned_integral<decltype(rank)>) {
      if (shift >= 0) [[likely]] { return rank >> static_cast<unsigned>(shift); }
    }
    const double bucket = std::min(static_cast<double>(rank) * per_rank, most);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bucket));
  }
  [[nodiscard]] static item_type start(local_vertex v, typename F::label_type label) noexcept {
    return {v, label};
  }
  [[nodiscard]] static item_type next(const item_type& /*from*/, local_vertex v,
                                      typename F::label_type label) noexcept {
    return {v, label};
  }

  /// How many bits a power of two shifts by; -1 for other widths.
  [[nodiscard]] static int shift_of(double width) noexcept {
    int exponent = 0;
    return std::frexp(width, &exponent) == 0.5 && exponent >= 1 && exponent <= 32 ? exponent - 1
                                                                                  : -1;
  }

  static constexpr double most = 0x1p62;
  double per_rank;
  int shift;  ///< For whole ranks, where the width is a power of two.
};

/// So many hops at a time.
template <label_function F>
struct level_keys {
  using item_type = leveled_item<F>;
  using list_type = bucket_bins<item_type>;

  explicit level_keys(const work_order& order)
      : width(static_cast<std::uint32_t>(std::clamp(order.width, 1.0, 0x1p31))) {}

  [[nodiscard]] std::uint64_t operator()(const F& /*function*/,
                                         const item_type& item) const noexcept {
    return item.level / width;
  }
  [[nodiscard]] static item_type start(local_vertex v, typename F::label_type label) noexcept {
    return {v, label, 0};
  }
  [[nodiscard]] static item_type next(const item_type& from, local_vertex v,
                                      typename F::label_type label) noexcept {
    return {v, label, from.level + 1};
  }

  std::uint32_t width;
};

/// One rank at a time.
template <label_function F>
struct strict_keys {
  using item_type = label_item<F>;
  using list_type = strict_heap<item_type>;

  explicit strict_keys(const work_order& /*order*/) {}

  [[nodiscard]] double operator()(const F& function, const item_type& item) const noexcept {
    return static_cast<double>(function.rank(item.label));
  }
  [[nodiscard]] static item_type start(local_vertex v, typename F::label_type label) noexcept {
    return {v, label};
  }
  [[nodiscard]] static item_type next(const item_type& /*from*/, local_vertex v,
                                      typename F::label_type label) noexcept {
    return {v, label};
  }
};

}  // namespace orujo::label_walks
