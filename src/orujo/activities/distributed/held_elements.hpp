// The elements of one activity, of whichever ranks, and what it does to copies of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// An element by the rank that owns it and its number there.
struct global_element {
  rank_id owner;
  std::uint32_t number;

  [[nodiscard]] auto operator<=>(const global_element&) const = default;
};

namespace activities {

/// Plain data, which travels by copying its bytes.
template <typename T>
concept element_value =
    std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && !std::is_const_v<T> &&
    !std::is_pointer_v<T>;

template <element_value Element>
struct held_element {
  global_element name;
  bool is_held = false;  ///< Marked for the activity, and its value is here.
  bool is_written = false;
  Element value{};  ///< As it was when it was marked.
  Element after{};  ///< If it is written.

  [[nodiscard]] const Element& now() const noexcept { return is_written ? after : value; }
  void write(const Element& to) noexcept {
    after = to;
    is_written = true;
  }
};

/// Each element once, in the order of owners and numbers, so that those of one owner are together.
template <element_value Element>
class held_elements {
public:
  using iterator = typename std::vector<held_element<Element>>::iterator;

  void clear() noexcept { all_.clear(); }

  /// Adds an element that is not held, unless it is known.
  void add(global_element name) {
    const iterator at = position_of(name);
    if (at != all_.end() && at->name == name) { return; }
    held_element<Element> fresh;
    fresh.name = name;
    all_.insert(at, fresh);
  }

  [[nodiscard]] held_element<Element>* find(global_element name) noexcept {
    const iterator at = position_of(name);
    return at != all_.end() && at->name == name ? &*at : nullptr;
  }

  /// Those of `owner`; empty if it has none of them.
  [[nodiscard]] std::span<held_element<Element>> of(rank_id owner) noexcept {
    const iterator first = position_of({owner, 0});
    iterator last = first;
    while (last != all_.end() && last->name.owner == owner) { ++last; }
    return {first, last};
  }

  /// Calls `visit(owner, elements)` for each rank that has any.
  template <typename Visit>
  void for_each_owner(Visit visit) {
    for (iterator first = all_.begin(); first != all_.end();) {
      iterator last = first;
      while (last != all_.end() && last->name.owner == first->name.owner) { ++last; }
      visit(first->name.owner, std::span<held_element<Element>>(first, last));
      first = last;
    }
  }

  /// How many there are of one rank at most, `but` left out.
  [[nodiscard]] std::size_t most_of_one_owner(rank_id but) noexcept {
    std::size_t most = 0;
    for_each_owner([&](rank_id owner, std::span<const held_element<Element>> some) {
      if (owner != but) { most = std::max(most, some.size()); }
    });
    return most;
  }

  /// What was written is as if it had not been.
  void forget_writes() noexcept {
    for (held_element<Element>& each : all_) { each.is_written = false; }
  }

private:
  [[nodiscard]] iterator position_of(global_element name) noexcept {
    return std::lower_bound(all_.begin(), all_.end(), name,
                            [](const held_element<Element>& each, const global_element& other) {
                              return each.name < other;
                            });
  }

  std::vector<held_element<Element>> all_;
};

}  // namespace activities

}  // namespace orujo
