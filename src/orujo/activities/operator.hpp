// What an operator is: a function of one element, or of whatever it reads and writes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "orujo/activities/mechanisms/plain_access.hpp"
#include "orujo/activities/mechanisms/words.hpp"

namespace orujo {

/// What an operator that may fail says of itself. `failed`: nothing that it did happened, and it is
/// not tried again.
enum class operator_verdict : std::uint8_t { done, failed };

namespace activities {

template <typename R>
inline constexpr bool is_optional = false;
template <typename R>
inline constexpr bool is_optional<std::optional<R>> = true;

/// Whether what returns R may fail: an operator_verdict, or an optional that is empty then.
template <typename R>
inline constexpr bool may_fail = std::is_same_v<R, operator_verdict> || is_optional<R>;

/// Whether R says something to who spawned the operator, besides that it failed.
template <typename R>
inline constexpr bool returns_value = !std::is_void_v<R> && !std::is_same_v<R, operator_verdict>;

template <typename R>
[[nodiscard]] constexpr bool has_failed(const R& result) noexcept {
  if constexpr (std::is_same_v<R, operator_verdict>) {
    return result == operator_verdict::failed;
  } else if constexpr (is_optional<R>) {
    return !result.has_value();
  } else {
    return false;
  }
}

}  // namespace activities

/// `place(arguments)` is the element, and `act(value, arguments)` changes a copy of it: what it
/// leaves there becomes the element's value, unless it failed. It may be called several times.
template <typename Op>
concept element_operator = std::is_trivially_copyable_v<typename Op::arguments> &&
    requires(const Op& op, const typename Op::arguments& arguments, typename Op::element& value) {
  { op.place(arguments) } -> std::same_as<typename Op::element&>;
  op.act(value, arguments);
};

/// Adds `amount(arguments)` to the element at `place(arguments)`: one instruction where there is
/// one.
template <typename Op>
concept accumulating_operator = std::is_trivially_copyable_v<typename Op::arguments> &&
    std::is_arithmetic_v<typename Op::element> &&
    requires(const Op& op, const typename Op::arguments& arguments) {
  { op.place(arguments) } -> std::same_as<typename Op::element&>;
  { op.amount(arguments) } -> std::convertible_to<typename Op::element>;
};

/// What a fetch-and-op makes of its element and an operand. Additions wrap around.
enum class fetch_rule : std::uint8_t { add, bit_and, bit_or, bit_xor, exchange };

/// Changes the element at `place(arguments)` by `rule` with `operand(arguments)`. Under `atomic`
/// additions and exchanges are one instruction where the processor has it, the other rules what it
/// has for them, perhaps a loop of swaps. Returns `outcome(before, arguments)`, which is told what
/// was there, and nothing that may fail, as the change has happened.
template <typename Op>
concept fetch_and_op =
    std::is_trivially_copyable_v<typename Op::arguments> &&
    std::is_integral_v<typename Op::element> && !std::is_same_v<typename Op::element, bool> &&
    requires(const Op& op, const typename Op::arguments& arguments,
             const typename Op::element& before) {
  typename std::integral_constant<fetch_rule, Op::rule>;
  { op.place(arguments) } -> std::same_as<typename Op::element&>;
  { op.operand(arguments) } -> std::convertible_to<typename Op::element>;
  op.outcome(before, arguments);
  requires !activities::may_fail<decltype(op.outcome(before, arguments))>;
};

/// `act(access, arguments)` reads and writes elements through the access, as many as it likes.
template <typename Op>
concept access_operator = std::is_trivially_copyable_v<typename Op::arguments> &&
    requires(const Op& op, activities::in_place_access& access,
             const typename Op::arguments& arguments) {
  op.act(access, arguments);
};

/// Reaches one element, which it names.
template <typename Op>
concept one_element_operator =
    element_operator<Op> || accumulating_operator<Op> || fetch_and_op<Op>;

template <typename Op>
concept shared_operator = one_element_operator<Op> || access_operator<Op>;

/// Reaches one element of 16 bytes, which only a swap of 16 bytes changes in one piece.
template <typename Op>
concept wide_operator = one_element_operator<Op> && sizeof(typename Op::element) == 16;

/// Says ahead of act() which elements it will probably look at: `touches(arguments, visit)` calls
/// `visit(place)` for each. They are fetched ahead; locks are taken in one order unless the
/// operator is cautious.
template <typename Op>
concept announcing_operator = requires(const Op& op, const typename Op::arguments& arguments) {
  op.touches(arguments, [](const void* /*place*/) {});
};

/// Reads all that it reads before it writes anything, and does not fail afterwards: nothing has to
/// be taken back then. Said by `static constexpr bool is_cautious = true`.
template <typename Op>
concept cautious_operator = requires {
  requires Op::is_cautious;
};

/// Says without isolation whether it can still change anything: `matters(arguments)`; what does not
/// is not spawned.
template <typename Op>
concept choosy_operator = requires(const Op& op, const typename Op::arguments& arguments) {
  { op.matters(arguments) } -> std::convertible_to<bool>;
};

namespace activities {

/// The sum of integers wraps around, as that of atomic objects does.
template <typename T>
[[nodiscard]] constexpr T added(T a, T b) noexcept {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    using word = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<word>(static_cast<word>(a) + static_cast<word>(b)));
  } else {
    return static_cast<T>(a + b);
  }
}

template <std::integral T>
[[nodiscard]] constexpr T fetched(fetch_rule rule, T before, T operand) noexcept {
  switch (rule) {
    case fetch_rule::add: return added(before, operand);
    case fetch_rule::bit_and: return static_cast<T>(before & operand);
    case fetch_rule::bit_or: return static_cast<T>(before | operand);
    case fetch_rule::bit_xor: return static_cast<T>(before ^ operand);
    case fetch_rule::exchange: break;
  }
  return operand;
}

/// Runs the operator on what `access` shows.
template <shared_operator Op, typename Access>
auto act_through(const Op& op, Access& access, const typename Op::arguments& arguments) {
  if constexpr (accumulating_operator<Op>) {
    auto& place = op.place(arguments);
    const auto amount = static_cast<typename Op::element>(op.amount(arguments));
    access.write(place, added<typename Op::element>(access.read(place), amount));
  } else if constexpr (fetch_and_op<Op>) {
    auto& place = op.place(arguments);
    const typename Op::element before = access.read(place);
    const auto operand = static_cast<typename Op::element>(op.operand(arguments));
    access.write(place, fetched(Op::rule, before, operand));
    return op.outcome(before, arguments);
  } else if constexpr (element_operator<Op>) {
    auto& place = op.place(arguments);
    const typename Op::element before = access.read(place);
    typename Op::element after = before;
    const auto keep = [&](bool is_kept) {
      if (is_kept && !same_bits(before, after)) { access.write(place, after); }
    };
    if constexpr (std::is_void_v<decltype(op.act(after, arguments))>) {
      op.act(after, arguments);
      keep(true);
    } else {
      const auto result = op.act(after, arguments);
      keep(!has_failed(result));
      return result;
    }
  } else {
    return op.act(access, arguments);
  }
}

/// Whether amounts can be added to the operator's element, if it has such: processors and
/// atomic objects add no truth values, and no numbers of 16 bytes.
template <shared_operator Op>
[[nodiscard]] constexpr bool has_sums() noexcept {
  if constexpr (accumulating_operator<Op>) {
    using element = typename Op::element;
    return !std::is_same_v<element, bool> && !std::is_same_v<element, long double>;
  } else {
    return true;
  }
}

/// Whether the operator's element, if it names one, is read and written in one piece.
template <shared_operator Op>
[[nodiscard]] constexpr bool has_word() noexcept {
  if constexpr (one_element_operator<Op>) {
    return shared_word<typename Op::element>;
  } else {
    return true;
  }
}

/// What the operator returns.
template <shared_operator Op>
using result_of = decltype(act_through(std::declval<const Op&>(), std::declval<in_place_access&>(),
                                       std::declval<const typename Op::arguments&>()));

/// Whether `matters` can see no value that was written by an operator that has failed in the end.
template <shared_operator Op>
inline constexpr bool matters_safely = !choosy_operator<Op> || one_element_operator<Op> ||
                                       cautious_operator<Op> || !may_fail<result_of<Op>>;

}  // namespace activities

}  // namespace orujo
