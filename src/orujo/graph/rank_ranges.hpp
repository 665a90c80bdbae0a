// Which part of a list belongs to which rank, where most ranks may have none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// A list cut into one range for each rank, in rank order. Ranks up to the last one that has
/// something are looked up in a table; where most of many have nothing, only those that have are
/// kept, and searched for.
/// Memory: 8 bytes for each rank up to the last that has something, or, if it is less, 10 for each
/// that has. Cost of a look: one place of memory, or logarithmic in the ranks that have something.
class rank_ranges {
public:
  /// Notes `size` places for `rank`, which is above all ranks noted before.
  void add(rank_id rank, std::size_t size) {
    if (size == 0) { return; }
    ranks_.push_back(static_cast<std::uint16_t>(index_of(rank)));
    ends_.push_back(size_ + size);
    size_ += size;
  }

  /// Says that all have been noted, and makes the table where it is worth its memory.
  void seal();

  /// The first place of `rank`, and the one behind its last; of a rank that has nothing, twice
  /// where its range would be. Call: after seal().
  [[nodiscard]] std::pair<std::size_t, std::size_t> of(rank_id rank) const noexcept {
    const auto r = static_cast<std::size_t>(index_of(rank));
    if (!is_table_) { return found(r); }
    if (r >= ends_.size()) { return {size_, size_}; }
    return {r == 0 ? 0 : ends_[r - 1], ends_[r]};
  }

  /// Calls `visit(rank, first, last)` for each rank that has something, with the places of its
  /// range: in rank order from `start` on, and around. Call: after seal().
  template <typename Visit>
  void for_each(rank_id start, Visit visit) const {
    const auto s = static_cast<std::size_t>(index_of(start));
    const std::size_t behind = is_table_ ? std::min(s, ends_.size()) : place_of(s);
    visit_places(behind, ends_.size(), visit);
    visit_places(0, behind, visit);
  }

  /// The places of all ranks.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  [[nodiscard]] std::uint64_t memory_bytes() const noexcept {
    return ends_.size() * sizeof(std::size_t) + ranks_.size() * sizeof(std::uint16_t);
  }

private:
  /// The place of `rank` in the list, or of the next one.
  [[nodiscard]] std::size_t place_of(std::size_t rank) const noexcept {
    return static_cast<std::size_t>(std::lower_bound(ranks_.begin(), ranks_.end(), rank) -
                                    ranks_.begin());
  }

  template <typename Visit>
  void visit_places(std::size_t begin, std::size_t end, Visit& visit) const {
    for (std::size_t at = begin; at < end; ++at) {
      const std::size_t first = at == 0 ? 0 : ends_[at - 1];
      if (ends_[at] == first) { continue; }
      visit(rank_id{static_cast<int>(is_table_ ? at : ranks_[at])}, first, std::size_t{ends_[at]});
    }
  }

  [[nodiscard]] std::pair<std::size_t, std::size_t> found(std::size_t rank) const noexcept {
    const std::size_t at = place_of(rank);
    const std::size_t first = at == 0 ? 0 : ends_[at - 1];
    const bool has_some = at < ranks_.size() && ranks_[at] == rank;
    return {first, has_some ? ends_[at] : first};
  }

  std::vector<std::uint16_t> ranks_;  // those that have something; empty where there is a table
  std::vector<std::size_t> ends_;     // of their ranges; in a table, of all ranks' up to the last
  std::size_t size_ = 0;
  bool is_table_ = true;
};

}  // namespace orujo
