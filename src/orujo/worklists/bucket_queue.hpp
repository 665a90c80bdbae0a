// A priority queue of one worker that orders items by bucket only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "orujo/worklists/bucket_bins.hpp"

namespace orujo {

/// Takes items of the least bucket first, in no order within a bucket. An item that comes into a
/// bucket below that being taken goes first. One thread uses it. Cost: O(1) each, but for the moves
/// of bucket_bins. Against a heap it gives up the order within a bucket, and knows which items come
/// next, so that what they need can be fetched ahead.
template <typename Item>
class bucket_queue {
public:
  using key_type = typename bucket_bins<Item>::key_type;

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  void push(key_type key, const Item& item) {
    ++size_;
    is_preempted_ = is_preempted_ || key < front_key_;
    bins_.push(key, item);
  }

  /// Takes an item. There is one.
  [[nodiscard]] Item pop() {
    if (is_preempted_ || next_ == front_.size()) [[unlikely]] { change_bucket(); }
    --size_;
    return front_[next_++];
  }

  /// The item `distance` places behind the next, if it is of the same bucket; else the last of it.
  /// There has been an item.
  [[nodiscard]] const Item& later(std::size_t distance) const noexcept {
    return front_[std::min(next_ + distance, front_.size() - 1)];
  }

private:
  [[gnu::noinline]] void change_bucket() {
    front_.erase(front_.begin(), front_.begin() + static_cast<std::ptrdiff_t>(next_));
    bins_.put_back(front_key_, front_);
    next_ = 0;
    front_key_ = bins_.first_key();
    is_preempted_ = false;
    bins_.take(front_key_, front_);
  }

  bucket_bins<Item> bins_;
  std::vector<Item> front_;
  std::size_t next_ = 0;
  key_type front_key_ = 0;
  bool is_preempted_ = false;
  std::size_t size_ = 0;
};

}  // namespace orujo
