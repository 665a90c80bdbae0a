// A priority queue of one worker that orders items by bucket only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "orujo/worklists/bucket_bins.hpp"
#include "orujo/worklists/held_buckets.hpp"

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
    if (next_ < front_.size()) {
      // The place in the bucket is kept beside it: what is done is not moved out of the way.
      places_.push_back(next_);
      held_.hold(front_key_, front_);
    }
    is_preempted_ = false;
    if (held_.first_key() <= bins_.first_key()) {
      front_key_ = held_.first_key();
      held_.take(front_);
      next_ = places_.back();
      places_.pop_back();
    } else {
      front_key_ = bins_.first_key();
      bins_.take(front_key_, front_);
      next_ = 0;
    }
  }

  bucket_bins<Item> bins_;
  held_buckets<bucket_bins<Item>, Item> held_;
  std::vector<std::size_t> places_;  // of the next item in each bucket that is held
  std::vector<Item> front_;
  std::size_t next_ = 0;
  key_type front_key_ = 0;
  bool is_preempted_ = false;
  std::size_t size_ = 0;
};

}  // namespace orujo
