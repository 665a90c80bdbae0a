// In what order the items of an irregular computation are processed, as a value.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace orujo {

/// From no order to a total one. An item has a rank, a number; lower ranks are better first.
enum class order_kind : std::uint8_t {
  unordered,            ///< As items come (chaotic relaxation). No barrier.
  levels,               ///< By hops from the start, `width` levels at a time (KLA).
  buckets,              ///< By rank, ranges of `width` at a time (Δ-stepping).
  priority_per_worker,  ///< Each worker its best item first (Distributed Control). No barrier.
  priority_per_rank,    ///< The workers of a rank share one queue, best first. No barrier.
  strict,               ///< Only items of the least rank of all (Dijkstra).
};

struct work_order {
  order_kind kind = order_kind::buckets;
  /// Of levels, buckets, and priority_per_worker, where items whose ranks differ by less may change
  /// places; 0: chosen by whoever runs the order. Others ignore it.
  double width = 0;

  [[nodiscard]] bool operator==(const work_order&) const = default;

  /// Whether items wait for those of lower ranks everywhere, phase by phase.
  [[nodiscard]] bool has_phases() const noexcept {
    return kind == order_kind::levels || kind == order_kind::buckets || kind == order_kind::strict;
  }
};

/// Whether ranges can be so wide: not infinite, and one over the width is not, either.
[[nodiscard]] bool is_usable_width(double width) noexcept;

/// Whether a width means something under this order.
[[nodiscard]] constexpr bool takes_width(order_kind kind) noexcept {
  return kind == order_kind::levels || kind == order_kind::buckets ||
         kind == order_kind::priority_per_worker;
}

/// `order` with a width where it is open, which is 0: of levels 1, else `width_of_ranges()`.
template <typename Choose>
[[nodiscard]] work_order with_width(work_order order, Choose width_of_ranges) {
  if (!takes_width(order.kind) || order.width != 0) { return order; }
  order.width = order.kind == order_kind::levels ? 1 : width_of_ranges();
  return order;
}

/// A kind as the command line names it.
struct order_name {
  std::string_view name;
  order_kind kind;
  std::string_view help;
};

[[nodiscard]] std::span<const order_name> all_order_names() noexcept;

/// "unordered", "levels:2", "buckets:16", "priority_per_worker", …
[[nodiscard]] std::string text_of(const work_order& order);

/// The order that `text` names, as text_of() writes it, with or without a width; 0 is none.
/// Throws: usage_error with the nearest name.
[[nodiscard]] work_order order_named(std::string_view text);

}  // namespace orujo
