// Names a datum anywhere in the team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/memory/home_memory.hpp"

namespace orujo {

/// A home worker and a place there. Plain data: it travels in messages and closures, and lies in
/// global memory. Arithmetic moves within the home's part and never to another home; indices of a
/// whole array are the business of global_array.
/// Call: anywhere, but for get(). Cost: 16 bytes.
template <typename T>
class global_pointer {
public:
  constexpr global_pointer() = default;  ///< Null.
  constexpr global_pointer(home_id home, place where) : where_(where), home_(home) {}

  [[nodiscard]] constexpr home_id home() const noexcept { return home_; }
  [[nodiscard]] constexpr place where() const noexcept { return where_; }

  /// Whether the calling worker is its home. Call: a task or a handler.
  [[nodiscard]] bool is_here() const { return this_memory().home() == home_; }

  /// The datum itself. Call: a task or handler at its home.
  [[nodiscard]] T& get() const {
    ORUJO_ASSERT(is_here(), "a datum of global memory is touched at its home only");
    return this_memory().at<T>(where_);
  }

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return where_ != place{}; }

  constexpr global_pointer& operator+=(std::int64_t items) noexcept {
    where_ = advanced(where_, items * static_cast<std::int64_t>(sizeof(T)));
    return *this;
  }
  constexpr global_pointer& operator-=(std::int64_t items) noexcept { return *this += -items; }
  [[nodiscard]] friend constexpr global_pointer operator+(global_pointer from,
                                                          std::int64_t items) noexcept {
    return from += items;
  }
  [[nodiscard]] friend constexpr global_pointer operator-(global_pointer from,
                                                          std::int64_t items) noexcept {
    return from -= items;
  }
  /// Items between two pointers into one home's part of one array, or into one object there.
  [[nodiscard]] friend constexpr std::int64_t operator-(global_pointer a,
                                                        global_pointer b) noexcept {
    return (static_cast<std::int64_t>(a.where_) - static_cast<std::int64_t>(b.where_)) /
           static_cast<std::int64_t>(sizeof(T));
  }
  [[nodiscard]] friend constexpr bool operator==(global_pointer, global_pointer) = default;

private:
  place where_{};
  home_id home_{};
};

/// A pointer to an object of the calling worker, on its heap, on a stack, anywhere.
/// Call: a task or a handler. The object outlives its use, and is touched here only.
template <typename T>
[[nodiscard]] global_pointer<T> global(T& object) {
  return {this_memory().home(), place{address_of(&object)}};
}

}  // namespace orujo
