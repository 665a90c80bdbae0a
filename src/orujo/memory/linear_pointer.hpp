// Names an element of a global array, and moves over all of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

#include "orujo/memory/global_pointer.hpp"

namespace orujo {

/// An element of a global array by its index, or the place behind the last: arithmetic goes on from
/// home to home, as the array is dealt to them. Made by global_array::linear(). Plain data: it
/// travels in messages and closures, and lies in global memory; delegates take it as they take a
/// global_pointer. Two pointers are compared and subtracted if they are into one array.
/// Call: anywhere, but for what says otherwise. Cost: 16 bytes; a move is an addition.
template <typename T>
class linear_pointer {
public:
  using difference_type = std::int64_t;

  constexpr linear_pointer() = default;  ///< Null.
  /// Into the array in `segment`, in blocks of 2^shift elements.
  constexpr linear_pointer(segment_id segment, unsigned shift, std::uint64_t index) noexcept
      : index_(index), segment_(segment), shift_(shift) {}

  /// Where its element lies: what a delegate goes to. It is an element, not the end.
  /// Call: a task or a handler. Cost: 2–3 ns.
  [[nodiscard]] global_pointer<T> element() const {
    const dealt_slot found = this_memory().divisor().slot_of(index_, shift_);
    const auto bytes = static_cast<std::int64_t>(found.local * sizeof(T));
    return {found.home, advanced(first_of(segment_), bytes)};
  }
  /// The same. Call: as element().
  operator global_pointer<T>() const { return element(); }
  /// The element `items` further on. Call: as element().
  [[nodiscard]] global_pointer<T> operator[](std::int64_t items) const {
    return (*this + items).element();
  }

  /// Call: as element().
  [[nodiscard]] home_id home() const { return element().home(); }
  [[nodiscard]] bool is_here() const { return element().is_here(); }
  /// The element itself. Call: a task or handler at its home.
  [[nodiscard]] T& get() const { return element().get(); }

  /// Its place in the array.
  [[nodiscard]] constexpr std::uint64_t index() const noexcept { return index_; }
  [[nodiscard]] constexpr explicit operator bool() const noexcept {
    return segment_ != address_space;
  }

  constexpr linear_pointer& operator+=(std::int64_t items) noexcept {
    index_ += static_cast<std::uint64_t>(items);
    return *this;
  }
  constexpr linear_pointer& operator-=(std::int64_t items) noexcept {
    index_ -= static_cast<std::uint64_t>(items);
    return *this;
  }
  constexpr linear_pointer& operator++() noexcept { return *this += 1; }
  constexpr linear_pointer& operator--() noexcept { return *this -= 1; }
  constexpr linear_pointer operator++(int) noexcept {
    const linear_pointer before = *this;
    ++*this;
    return before;
  }
  constexpr linear_pointer operator--(int) noexcept {
    const linear_pointer before = *this;
    --*this;
    return before;
  }
  [[nodiscard]] friend constexpr linear_pointer operator+(linear_pointer from,
                                                          std::int64_t items) noexcept {
    return from += items;
  }
  [[nodiscard]] friend constexpr linear_pointer operator+(std::int64_t items,
                                                          linear_pointer from) noexcept {
    return from += items;
  }
  [[nodiscard]] friend constexpr linear_pointer operator-(linear_pointer from,
                                                          std::int64_t items) noexcept {
    return from -= items;
  }
  /// Elements from `b` to `a`.
  [[nodiscard]] friend constexpr std::int64_t operator-(linear_pointer a,
                                                        linear_pointer b) noexcept {
    return static_cast<std::int64_t>(a.index_ - b.index_);
  }

  [[nodiscard]] friend constexpr bool operator==(linear_pointer, linear_pointer) = default;
  [[nodiscard]] friend constexpr std::strong_ordering operator<=>(linear_pointer a,
                                                                  linear_pointer b) noexcept {
    return a.index_ <=> b.index_;
  }

private:
  std::uint64_t index_ = 0;
  segment_id segment_ = address_space;
  std::uint32_t shift_ = 0;
};

}  // namespace orujo
