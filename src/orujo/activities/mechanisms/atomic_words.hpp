// Operators of one element, each one atomic instruction or a loop of compare-and-swaps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <type_traits>

#include "orujo/activities/counts.hpp"
#include "orujo/activities/mechanisms/wide_swap.hpp"
#include "orujo/activities/operator.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Plain data of 1, 2, 4, 8 or 16 bytes.
template <typename T>
concept swappable = std::is_trivially_copyable_v<T> &&(shared_word<T> || sizeof(T) == 16);

namespace activities {

/// Replaces `known` by `wanted`, if it is still there; else makes `known` what is.
template <swappable T>
[[nodiscard]] bool swap_in(T& place, T& known, const T& wanted) noexcept {
  if constexpr (sizeof(T) == 16) {
    auto seen = std::bit_cast<two_words>(known);
    const bool is_in = swap_16_bytes(&place, seen, std::bit_cast<two_words>(wanted));
    known = std::bit_cast<T>(seen);
    return is_in;
  } else {
    return std::atomic_ref<T>(place).compare_exchange_weak(known, wanted, std::memory_order_acq_rel,
                                                           std::memory_order_acquire);
  }
}

/// What is there; of 16 bytes perhaps torn, which the swap finds out.
template <swappable T>
[[nodiscard]] T look_at(const T& place) noexcept {
  if constexpr (sizeof(T) == 16) {
    T copy;
    const auto* const words = reinterpret_cast<const std::uint64_t*>(&place);
    const std::uint64_t halves[2] = {load_word(words, 8), load_word(words + 1, 8)};
    std::memcpy(&copy, halves, sizeof(T));
    return copy;
  } else {
    return load_shared(place);
  }
}

}  // namespace activities

namespace mechanisms {

/// Cost: one instruction for an accumulation or a swap where nobody is in the way. No memory.
class atomic_words {
public:
  explicit atomic_words(const rank_team& team)
      : lines_(static_cast<std::size_t>(team.num_workers())) {}

  /// Runs one operator; returns what it returns.
  template <typename Op>
  auto act(std::size_t worker, const Op& op, const typename Op::arguments& arguments) {
    static_assert(
        one_element_operator<Op>,
        "isolation `atomic` changes one element: this operator takes an access to several; "
        "use lock, global, combine, stm, tl2, htm or elide");
    if constexpr (accumulating_operator<Op>) {
      using element = typename Op::element;
      const auto amount = static_cast<element>(op.amount(arguments));
      std::atomic_ref<element>(op.place(arguments)).fetch_add(amount, std::memory_order_acq_rel);
    } else if constexpr (fetch_and_op<Op>) {
      const auto operand = static_cast<typename Op::element>(op.operand(arguments));
      return op.outcome(fetch<Op::rule>(op.place(arguments), operand), arguments);
    } else {
      return swap(lines_[worker].counts, op, arguments);
    }
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return lines_[worker].counts;
  }

private:
  struct alignas(cache_line_bytes) line {
    activity_counts counts;
  };

  /// Changes the place by the rule; returns what was there.
  template <fetch_rule Rule, typename T>
  static T fetch(T& place, T operand) noexcept {
    const std::atomic_ref<T> shared(place);
    switch (Rule) {
      case fetch_rule::add: return shared.fetch_add(operand, std::memory_order_acq_rel);
      case fetch_rule::bit_and: return shared.fetch_and(operand, std::memory_order_acq_rel);
      case fetch_rule::bit_or: return shared.fetch_or(operand, std::memory_order_acq_rel);
      case fetch_rule::bit_xor: return shared.fetch_xor(operand, std::memory_order_acq_rel);
      case fetch_rule::exchange: break;
    }
    return shared.exchange(operand, std::memory_order_acq_rel);
  }

  template <typename Op>
  static auto swap(activity_counts& counts, const Op& op, const typename Op::arguments& arguments) {
    using element = typename Op::element;
    static_assert(swappable<element>, "isolation `atomic` swaps plain data of up to 16 bytes");
    element& place = op.place(arguments);
    element known = activities::look_at(place);
    for (;; ++counts.conflicts) {
      element wanted = known;
      if constexpr (std::is_void_v<decltype(op.act(wanted, arguments))>) {
        op.act(wanted, arguments);
        if (is_in(place, known, wanted)) { return; }
      } else {
        const auto result = op.act(wanted, arguments);
        if (activities::has_failed(result)) { wanted = known; }
        if (is_in(place, known, wanted)) { return result; }
      }
    }
  }

  /// What is unchanged need not be written; 16 bytes are, as they may be torn.
  template <typename T>
  [[nodiscard]] static bool is_in(T& place, T& known, const T& wanted) noexcept {
    if (sizeof(T) < 16 && activities::same_bits(known, wanted)) { return true; }
    return activities::swap_in(place, known, wanted);
  }

  std::deque<line> lines_;
};

}  // namespace mechanisms

}  // namespace orujo
