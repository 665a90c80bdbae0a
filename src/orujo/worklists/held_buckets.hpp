// Buckets that were taken, and had to make way for lower ones before they were done.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace orujo {

/// A stack of buckets, the lowest on top: beside a list of items by their keys, so that what was
/// taken from it does not go back item by item. One thread uses it. Cost: O(1) each.
template <typename List, typename Item>
class held_buckets {
public:
  using key_type = typename List::key_type;

  /// The lowest bucket; no_key if there is none.
  [[nodiscard]] key_type first_key() const noexcept {
    return held_.empty() ? List::no_key : held_.back().key;
  }

  /// Keeps `items` of bucket `key`, which is below all that are held; leaves none of them there.
  void hold(key_type key, std::vector<Item>& items) {
    held_.push_back({key, std::exchange(items, {})});
  }

  /// Moves the items of the lowest bucket to `into`, whose own are lost. There is one.
  void take(std::vector<Item>& into) {
    into = std::move(held_.back().items);
    held_.pop_back();
  }

private:
  struct bucket {
    key_type key;
    std::vector<Item> items;
  };
  std::vector<bucket> held_;
};

}  // namespace orujo
