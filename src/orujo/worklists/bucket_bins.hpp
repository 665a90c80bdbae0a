// Items of one worker by the number of their bucket: a window of bins, and a list of what lies
// outside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace orujo {

/// Buckets from 0 to 2^64-2, of which a window of neighbouring ones is open. Pushing into the
/// window and taking from it cost O(1); what lies outside waits in blocks of half a window, is
/// pushed at the cost of finding its block, and once more when the window gets there. One thread
/// uses it. Memory: the items, and 24 bytes for each bin of the window.
template <typename Item>
class bucket_bins {
public:
  using key_type = std::uint64_t;
  static constexpr key_type no_key = std::numeric_limits<key_type>::max();
  static constexpr std::size_t window = 2048;

  [[gnu::flatten]] void push(key_type key, const Item& item) {
    const key_type slot = key - base_;  // wraps around below the base
    if (slot < window) [[likely]] {
      put_inside(slot, item);
    } else {
      push_outside(key, item);
    }
  }

  /// The least bucket with items; no_key if there is none. Cost: a look at 32 words at most.
  [[nodiscard]] key_type first_key() const noexcept {
    for (std::size_t word = 0; word < occupied_.size(); ++word) {
      if (occupied_[word] == 0) { continue; }
      const auto bit = static_cast<std::size_t>(std::countr_zero(occupied_[word]));
      return std::min(outside_least_, base_ + word * 64 + bit);
    }
    return outside_least_;
  }

  /// Moves the items of bucket `key` to `into`, whose own are lost. The bucket is then in the
  /// window if none before it has items.
  void take(key_type key, std::vector<Item>& into) {
    into.clear();
    if (key - base_ >= window) { move_window(key); }
    const key_type slot = key - base_;
    into.swap(bins_[slot]);
    occupied_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
  }

  /// As take(), if bucket `key`, the first in the window, has items and at most `most`; else
  /// returns false.
  [[nodiscard]] bool take_few(key_type key, std::size_t most, std::vector<Item>& into) {
    if (key - base_ >= window) { return false; }
    const std::size_t size = bins_[key - base_].size();
    if (size == 0 || size > most) { return false; }
    take(key, into);
    return true;
  }

  [[nodiscard]] bool empty() const noexcept { return first_key() == no_key; }

  /// Cost: a look at each bin of the window.
  [[nodiscard]] std::size_t size() const noexcept {
    std::size_t count = 0;
    for (const auto& [block, outside] : blocks_) { count += outside.items.size(); }
    for (const std::vector<Item>& bin : bins_) { count += bin.size(); }
    return count;
  }

private:
  static constexpr key_type block_size = window / 2;

  struct outside_item {
    key_type key;
    Item item;
  };
  struct outside_block {
    key_type least = no_key;
    std::vector<outside_item> items;
  };

  void put_inside(key_type slot, const Item& item) {
    bins_[slot].push_back(item);
    occupied_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }

  void put_outside(key_type key, const Item& item) {
    outside_block& block = blocks_[key / block_size];
    block.least = std::min(block.least, key);
    block.items.push_back({key, item});
    outside_least_ = std::min(outside_least_, key);
  }

  [[gnu::noinline]] void push_outside(key_type key, const Item& item) {
    if (empty()) {  // as at the start of another run
      base_ = base_for(key);
      put_inside(key - base_, item);
    } else {
      put_outside(key, item);
    }
  }

  /// Where the window of `key` begins: a block before that of the key, so that going back a little
  /// moves nothing.
  [[nodiscard]] static key_type base_for(key_type key) noexcept {
    const key_type block = key / block_size;
    return block > 0 ? (block - 1) * block_size : 0;
  }

  /// Brings bucket `key` into the window.
  [[gnu::noinline]] void move_window(key_type key) {
    std::vector<outside_item> all;
    for (std::size_t word = 0; word < occupied_.size(); ++word) {
      for (std::uint64_t bits = std::exchange(occupied_[word], 0); bits != 0; bits &= bits - 1) {
        const std::size_t slot = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        for (const Item& item : bins_[slot]) { all.push_back({base_ + slot, item}); }
        bins_[slot].clear();
      }
    }
    base_ = base_for(key);
    const key_type first_block = base_ / block_size;
    for (auto at = blocks_.lower_bound(first_block);
         at != blocks_.end() && at->first < first_block + 2; at = blocks_.erase(at)) {
      all.insert(all.end(), at->second.items.begin(), at->second.items.end());
    }
    outside_least_ = blocks_.empty() ? no_key : blocks_.begin()->second.least;
    for (const outside_item& each : all) {
      if (each.key - base_ < window) {
        put_inside(each.key - base_, each.item);
      } else {
        put_outside(each.key, each.item);
      }
    }
  }

  key_type base_ = 0;
  std::array<std::uint64_t, window / 64> occupied_{};
  std::vector<std::vector<Item>> bins_ = std::vector<std::vector<Item>>(window);
  std::map<key_type, outside_block> blocks_;
  key_type outside_least_ = no_key;
};

}  // namespace orujo
