// Counts how often each of many numbers comes, in little memory while few have come.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orujo::building {

/// Counts numbers below a limit.
/// Memory: 4 bytes for each that has come, at most 8 for each that might.
class range_counter {
public:
  explicit range_counter(std::size_t limit) : limit_(limit) {}

  void add(std::uint64_t number) {
    if (!counts_.empty()) {
      ++counts_[number];
    } else {
      listed_.push_back(static_cast<std::uint32_t>(number));
      if (listed_.size() > 2 * limit_) { count_listed(); }
    }
  }

  /// Calls `take(number, count)` for each number that has come. Cost: sorts those that are listed.
  template <typename Take>
  void for_each(Take take) {
    std::sort(listed_.begin(), listed_.end());
    for (auto next = listed_.begin(); next != listed_.end();) {
      const auto end = std::upper_bound(next, listed_.end(), *next);
      take(*next, static_cast<std::uint64_t>(end - next));
      next = end;
    }
    for (std::size_t number = 0; number < counts_.size(); ++number) {
      if (counts_[number] > 0) { take(number, counts_[number]); }
    }
  }

private:
  void count_listed() {
    counts_.resize(limit_);
    for (const std::uint32_t number : listed_) { ++counts_[number]; }
    listed_ = {};
  }

  std::size_t limit_;
  std::vector<std::uint32_t> listed_;  // while they are few
  std::vector<std::uint64_t> counts_;  // of each number, after that
};

}  // namespace orujo::building
