// Which rank owns which vertices: one contiguous block of ids each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// Cuts the vertices 0 … n-1 into one block for each rank, in rank order. A value: copies share its
/// table, which never changes.
/// Memory: 8 bytes for each rank, once for all copies.
class block_partition {
public:
  block_partition() : block_partition(std::vector<vertex_id>{0}) {}

  /// `starts[r]` is the first vertex of rank r; the last element is the number of vertices.
  explicit block_partition(std::vector<vertex_id> starts) {
    starts.shrink_to_fit();
    auto kept = std::make_shared<const std::vector<vertex_id>>(std::move(starts));
    starts_ = *kept;
    storage_ = std::move(kept);
  }

  /// Blocks of equally many vertices.
  [[nodiscard]] static block_partition even(vertex_id num_vertices, int ranks) {
    std::vector<vertex_id> starts;
    starts.reserve(static_cast<std::size_t>(ranks) + 1);
    const auto count = static_cast<vertex_id>(ranks);
    const vertex_id most = (num_vertices + count - 1) / count;
    for (vertex_id r = 0; r <= count; ++r) { starts.push_back(std::min(num_vertices, r * most)); }
    return block_partition(std::move(starts));
  }

  [[nodiscard]] int num_ranks() const noexcept { return static_cast<int>(starts_.size()) - 1; }
  [[nodiscard]] vertex_id num_vertices() const noexcept { return starts_.back(); }

  /// The rank that owns `v`. Cost: logarithmic in the number of ranks.
  [[nodiscard]] rank_id owner(vertex_id v) const noexcept {
    const auto after = std::upper_bound(starts_.begin() + 1, starts_.end() - 1, v);
    return rank_id{static_cast<int>(after - starts_.begin()) - 1};
  }

  [[nodiscard]] vertex_id first(rank_id rank) const noexcept {
    return starts_[static_cast<std::size_t>(index_of(rank))];
  }
  [[nodiscard]] vertex_id size(rank_id rank) const noexcept {
    return starts_[static_cast<std::size_t>(index_of(rank)) + 1] - first(rank);
  }
  /// How many of `vertices`, ascending and at least one, have the owner of the first.
  [[nodiscard]] std::size_t with_one_owner(std::span<const vertex_id> vertices) const noexcept {
    const rank_id rank = owner(vertices.front());
    const auto behind =
        std::lower_bound(vertices.begin(), vertices.end(), first(rank) + size(rank));
    return static_cast<std::size_t>(behind - vertices.begin());
  }
  /// For each rank, which of the `count` vertices from `first` on it owns, counted from `first`.
  [[nodiscard]] std::vector<index_range> shares_of(vertex_id first, std::size_t count) const {
    std::vector<index_range> shares;
    for (std::size_t r = 0; r + 1 < starts_.size(); ++r) {
      shares.push_back({std::clamp(starts_[r], first, first + count) - first,
                        std::clamp(starts_[r + 1], first, first + count) - first});
    }
    return shares;
  }

  /// The first vertex of each rank, then the number of vertices. Valid while a copy of the
  /// partition is.
  [[nodiscard]] std::span<const vertex_id> starts() const noexcept { return starts_; }

private:
  std::span<const vertex_id> starts_;
  std::shared_ptr<const void> storage_;  // of starts_
};

}  // namespace orujo
