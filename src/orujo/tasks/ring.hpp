// A queue in one array that grows: first in first out at one end, last in first out at the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace orujo {

/// Plain items in a circular array. One thread uses it.
/// Cost: each operation O(1), but for growing. Memory: twice the largest size at most.
template <typename Item>
class ring {
  static_assert(std::is_trivially_copyable_v<Item>);

public:
  [[nodiscard]] bool empty() const noexcept { return first_ == last_; }
  [[nodiscard]] std::size_t size() const noexcept { return last_ - first_; }

  /// Adds an item; returns its place, valid until the next push.
  Item& push(const Item& item) {
    if (size() == slots_.size()) [[unlikely]] { grow(); }
    return slots_[last_++ & mask_] = item;
  }

  /// Takes the oldest item. There is one.
  [[nodiscard]] Item pop_oldest() noexcept { return slots_[first_++ & mask_]; }

  /// Undoes pop_oldest(). Nothing was pushed since.
  void put_back(const Item& item) noexcept { slots_[--first_ & mask_] = item; }

  /// Takes the youngest item. There is one.
  [[nodiscard]] Item pop_youngest() noexcept { return slots_[--last_ & mask_]; }

  /// The item `distance` places behind the oldest; something else if the ring is not that long.
  /// There has been an item.
  [[nodiscard]] const Item& peek(std::size_t distance) const noexcept {
    return slots_[(first_ + distance) & mask_];
  }

private:
  [[gnu::noinline]] void grow() {
    std::vector<Item> larger(slots_.empty() ? 64 : 2 * slots_.size());
    const std::size_t count = size();
    for (std::size_t i = 0; i < count; ++i) { larger[i] = peek(i); }
    slots_.swap(larger);
    mask_ = slots_.size() - 1;
    first_ = 0;
    last_ = count;
  }

  std::vector<Item> slots_;
  std::size_t mask_ = 0;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
};

}  // namespace orujo
