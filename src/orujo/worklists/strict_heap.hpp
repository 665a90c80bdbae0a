// Items of one worker by an exact key, for phases of one key each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "orujo/worklists/d_ary_heap.hpp"

namespace orujo {

/// The same operations as bucket_bins, with a key for every different rank. One thread uses it.
/// Cost: logarithmic in the number of items.
template <typename Item>
class strict_heap {
public:
  using key_type = double;
  static constexpr key_type no_key = std::numeric_limits<double>::infinity();

  void push(key_type key, const Item& item) { heap_.push({key, item}); }

  [[nodiscard]] key_type first_key() const noexcept {
    return heap_.empty() ? no_key : heap_.top().key;
  }

  [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }

  void take(key_type key, std::vector<Item>& into) {
    into.clear();
    while (first_key() == key && key != no_key) { into.push_back(heap_.pop().item); }
  }

  [[nodiscard]] bool take_few(key_type key, std::size_t most, std::vector<Item>& into) {
    into.clear();
    while (into.size() < most && first_key() == key) { into.push_back(heap_.pop().item); }
    return !into.empty();
  }

private:
  struct keyed_item {
    key_type key;
    Item item;
  };
  struct has_lower_key {
    bool operator()(const keyed_item& a, const keyed_item& b) const noexcept {
      return a.key < b.key;
    }
  };

  d_ary_heap<keyed_item, has_lower_key> heap_;
};

}  // namespace orujo
