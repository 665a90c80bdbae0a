// A set of numbers that knows how many of its members are smaller than a given one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orujo::building {

/// Marks members, then counts them.
/// Memory: a quarter of a byte for every number below the limit.
class ranked_bitmap {
public:
  /// For the numbers below `limit`.
  explicit ranked_bitmap(std::uint64_t limit) : groups_((limit + 63) / 64) {}

  /// Call: any worker, concurrently; before count().
  void mark(std::uint64_t number) noexcept {
    const std::atomic_ref<std::uint64_t> members(groups_[number / 64].members);
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    // relaxed: read after the workers have joined; most bits are set already
    if ((members.load(std::memory_order_relaxed) & bit) == 0) {
      members.fetch_or(bit, std::memory_order_relaxed);
    }
  }

  /// Call: as rank(), or by who marked `number`.
  [[nodiscard]] bool holds(std::uint64_t number) const noexcept {
    return (groups_[number / 64].members >> (number % 64) & 1U) != 0;
  }

  /// A bit for each number, 64 in a word: to be merged with that of other ranks.
  [[nodiscard]] std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> all(groups_.size());
    std::transform(groups_.begin(), groups_.end(), all.begin(),
                   [](const group& each) { return each.members; });
    return all;
  }
  void assign(std::span<const std::uint64_t> words) noexcept {
    for (std::size_t i = 0; i < groups_.size(); ++i) { groups_[i].members = words[i]; }
  }

  /// Call: after the last mark().
  void count() noexcept {
    size_ = 0;
    for (group& each : groups_) {
      each.before = size_;
      size_ += static_cast<std::uint64_t>(std::popcount(each.members));
    }
  }

  /// How many members there are. Call: after count().
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  /// How many members are smaller than `number`. Call: after count().
  [[nodiscard]] std::uint64_t rank(std::uint64_t number) const noexcept {
    const group& own = groups_[number / 64];
    const std::uint64_t below = (std::uint64_t{1} << (number % 64)) - 1;
    return own.before + static_cast<std::uint64_t>(std::popcount(own.members & below));
  }

  /// The members of rank `first` … `last` - 1, ascending. Call: after count().
  [[nodiscard]] std::vector<std::uint64_t> members(std::uint64_t first, std::uint64_t last) const {
    std::vector<std::uint64_t> found;
    if (first >= last) { return found; }
    found.reserve(last - first);
    const auto behind =
        std::upper_bound(groups_.begin(), groups_.end(), first,
                         [](std::uint64_t rank, const group& g) { return rank < g.before; });
    for (auto at = static_cast<std::size_t>(behind - groups_.begin()) - 1;
         at < groups_.size() && groups_[at].before < last; ++at) {
      std::uint64_t rank = groups_[at].before;
      for (std::uint64_t left = groups_[at].members; left != 0; left &= left - 1, ++rank) {
        if (rank < first || rank >= last) { continue; }
        found.push_back(at * 64 + static_cast<std::uint64_t>(std::countr_zero(left)));
      }
    }
    return found;
  }

private:
  struct group {
    std::uint64_t members = 0;  ///< A bit for each of 64 numbers.
    std::uint64_t before = 0;   ///< Members of smaller groups.
  };

  std::vector<group> groups_;
  std::uint64_t size_ = 0;
};

}  // namespace orujo::building
