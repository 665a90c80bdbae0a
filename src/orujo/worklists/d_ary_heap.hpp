// A priority queue of plain items: an implicit heap with several children at each place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace orujo {

/// The item for which `Before(item, other)` holds against all others is on top. One thread uses it.
/// Cost: a push O(log n / log Arity), a pop Arity times that. Four children share one or two cache
/// lines, hence fewer misses than with two.
template <typename Item, typename Before, std::size_t Arity = 4>
class d_ary_heap {
  static_assert(std::is_trivially_copyable_v<Item>);
  static_assert(std::has_single_bit(Arity));

public:
  explicit d_ary_heap(Before before = {}) : before_(std::move(before)) {}

  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] const Item& top() const noexcept { return items_.front(); }
  void clear() noexcept { items_.clear(); }

  void push(const Item& item) {
    items_.push_back(item);
    std::size_t at = items_.size() - 1;
    while (at > 0) {
      const std::size_t parent = (at - 1) / Arity;
      if (!before_(item, items_[parent])) { break; }
      items_[at] = items_[parent];
      at = parent;
    }
    items_[at] = item;
  }

  /// Takes the item on top. There is one.
  Item pop() {
    const Item top = items_.front();
    const Item last = items_.back();
    items_.pop_back();
    if (!items_.empty()) { sink(last); }
    return top;
  }

private:
  /// The best of the `Count` items from `first` on, found in rounds as in a tournament: the
  /// comparisons of a round do not wait for each other, and none is a branch, as nothing foretells
  /// which item is better.
  template <std::size_t Count>
  [[nodiscard]] std::size_t best_of(std::size_t first) const {
    if constexpr (Count == 1) {
      return first;
    } else {
      const std::size_t left = best_of<Count / 2>(first);
      const std::size_t right = best_of<Count / 2>(first + Count / 2);
      const std::size_t is_right = before_(items_[right], items_[left]) ? 1U : 0U;
      return left ^ ((left ^ right) & (std::size_t{0} - is_right));
    }
  }

  [[nodiscard]] std::size_t best_of_last(std::size_t first) const {
    std::size_t best = first;
    for (std::size_t other = first + 1; other < items_.size(); ++other) {
      if (before_(items_[other], items_[best])) { best = other; }
    }
    return best;
  }

  /// Puts `item` where it belongs, the top being free.
  void sink(const Item& item) {
    const std::size_t count = items_.size();
    std::size_t at = 0;
    for (std::size_t child = 1; child < count; child = at * Arity + 1) {
      const std::size_t best = child + Arity <= count ? best_of<Arity>(child) : best_of_last(child);
      if (!before_(items_[best], item)) { break; }
      items_[at] = items_[best];
      at = best;
    }
    items_[at] = item;
  }

  [[no_unique_address]] Before before_;
  std::vector<Item> items_;
};

}  // namespace orujo
