// Which rank owns which vertices: one contiguous block of ids each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/packed_starts.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// Cuts the vertices 0 … n-1 into one block for each rank, in rank order. A value: copies share its
/// table, which never changes. Where there are many ranks, blocks of equally many vertices need no
/// table, and others a packed one.
/// Memory: up to 64 ranks 8 bytes for each; beyond, none, or as a rule 2 or 4 bytes for each. Once
/// for all copies.
class block_partition {
public:
  block_partition() : block_partition(std::vector<vertex_id>{0}) {}

  /// `starts[r]` is the first vertex of rank r; the last element is the number of vertices.
  explicit block_partition(std::vector<vertex_id> starts)
      : block_partition(starts.back(), static_cast<int>(starts.size()) - 1) {
    if (num_ranks_ <= most_tabled) {
      keep(std::move(starts));
    } else if (!is_even(starts)) {
      auto kept = std::make_shared<const packed_starts>(starts);
      packed_ = kept.get();
      storage_ = std::move(kept);
    }
  }

  /// Blocks of equally many vertices.
  [[nodiscard]] static block_partition even(vertex_id num_vertices, int ranks) {
    block_partition result(num_vertices, ranks);
    if (ranks > most_tabled) { return result; }
    std::vector<vertex_id> starts;
    starts.reserve(static_cast<std::size_t>(ranks) + 1);
    for (std::size_t r = 0; r <= static_cast<std::size_t>(ranks); ++r) {
      starts.push_back(result.even_start(r));
    }
    result.keep(std::move(starts));
    return result;
  }

  [[nodiscard]] int num_ranks() const noexcept { return num_ranks_; }
  [[nodiscard]] vertex_id num_vertices() const noexcept { return num_vertices_; }

  /// The rank that owns `v`. Cost: logarithmic in the number of ranks at most.
  [[nodiscard]] rank_id owner(vertex_id v) const noexcept {
    if (starts_.empty()) { return owner_among_many(v); }
    const auto after = std::upper_bound(starts_.begin() + 1, starts_.end() - 1, v);
    return rank_id{static_cast<int>(after - starts_.begin()) - 1};
  }

  [[nodiscard]] vertex_id first(rank_id rank) const noexcept {
    return start(static_cast<std::size_t>(index_of(rank)));
  }
  [[nodiscard]] vertex_id size(rank_id rank) const noexcept {
    return start(static_cast<std::size_t>(index_of(rank)) + 1) - first(rank);
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
    for (std::size_t r = 0; r < static_cast<std::size_t>(num_ranks_); ++r) {
      shares.push_back({std::clamp(start(r), first, first + count) - first,
                        std::clamp(start(r + 1), first, first + count) - first});
    }
    return shares;
  }

  /// The memory of its table, which copies share.
  [[nodiscard]] std::uint64_t memory_bytes() const noexcept {
    return starts_.size_bytes() + (packed_ != nullptr ? packed_->memory_bytes() : 0);
  }

private:
  static constexpr int most_tabled = 64;  // ranks whose blocks are looked up most quickly

  block_partition(vertex_id num_vertices, int ranks) noexcept
      : num_ranks_(ranks), num_vertices_(num_vertices) {
    const auto count = static_cast<vertex_id>(std::max(1, ranks));
    block_ = std::max<vertex_id>(1, (num_vertices + count - 1) / count);
  }

  void keep(std::vector<vertex_id> starts) {
    auto kept = std::make_shared<const std::vector<vertex_id>>(std::move(starts));
    starts_ = *kept;
    storage_ = std::move(kept);
  }

  [[nodiscard]] bool is_even(std::span<const vertex_id> starts) const noexcept {
    for (std::size_t r = 0; r < starts.size(); ++r) {
      if (starts[r] != even_start(r)) { return false; }
    }
    return true;
  }
  [[nodiscard]] rank_id owner_among_many(vertex_id v) const noexcept {
    if (packed_ == nullptr) { return rank_id{static_cast<int>(v / block_)}; }
    // Of ranks that begin at one vertex all but the last are empty; so are those that end all.
    return rank_id{static_cast<int>(packed_->up_to(v)) - 1};
  }

  [[nodiscard]] vertex_id even_start(std::size_t rank) const noexcept {
    return std::min<vertex_id>(num_vertices_, rank * block_);
  }
  /// The first vertex of `rank`, or the number of vertices for the one behind the last.
  [[nodiscard]] vertex_id start(std::size_t rank) const noexcept {
    if (!starts_.empty()) { return starts_[rank]; }
    return packed_ != nullptr ? (*packed_)[rank] : even_start(rank);
  }

  int num_ranks_;
  vertex_id num_vertices_;
  vertex_id block_;                        // vertices of a rank; the last ones may have fewer
  std::span<const vertex_id> starts_;      // of few ranks
  const packed_starts* packed_ = nullptr;  // of many whose blocks are not even
  std::shared_ptr<const void> storage_;    // of one of these
};

}  // namespace orujo
