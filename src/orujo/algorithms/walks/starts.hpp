// Which walks begin where.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::walking {

/// The starts of walks, ascending, and those that this rank owns: a range of them. Walk k * S + s
/// is the k-th of start s of S. A value.
class walk_starts {
public:
  walk_starts(const rank_team& team, const csr_graph& graph,
              std::optional<std::span<const vertex_id>> listed)
      : is_listed_(listed.has_value()), size_(graph.num_vertices()) {
    const vertex_id first_owned = graph.partition().first(team.rank());
    first_ = first_owned;
    last_ = first_owned + graph.num_local();
    if (!listed) { return; }
    listed_.assign(listed->begin(), listed->end());
    std::sort(listed_.begin(), listed_.end());
    size_ = listed_.size();
    const auto place_of = [&](vertex_id v) {
      return static_cast<std::uint64_t>(std::lower_bound(listed_.begin(), listed_.end(), v) -
                                        listed_.begin());
    };
    first_ = place_of(first_owned);
    last_ = place_of(last_);
  }

  /// S.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// Those whose vertices this rank owns.
  [[nodiscard]] std::uint64_t first_own() const noexcept { return first_; }
  [[nodiscard]] std::uint64_t last_own() const noexcept { return last_; }

  [[nodiscard]] vertex_id vertex(std::uint64_t start) const noexcept {
    return is_listed_ ? listed_[start] : start;
  }
  [[nodiscard]] vertex_id vertex_of_walk(std::uint64_t walk) const noexcept {
    return vertex(walk % size_);
  }

private:
  bool is_listed_;
  std::vector<vertex_id> listed_;
  std::uint64_t size_;
  std::uint64_t first_;
  std::uint64_t last_;
};

/// Walks that are made at a time: the k-th of each start from `first_start` on, for k from
/// `first_k` on. The same on every rank.
struct walk_round {
  std::uint64_t first_k = 0;
  std::uint64_t last_k = 0;
  std::uint64_t first_start = 0;
  std::uint64_t last_start = 0;
};

/// This rank's walks of a round, numbered row by row.
class own_walks {
public:
  own_walks(const walk_starts& starts, const walk_round& round) noexcept
      : num_starts_(starts.size()),
        first_k_(round.first_k),
        first_(std::max(starts.first_own(), round.first_start)),
        width_(std::min(starts.last_own(), round.last_start) -
               std::min(first_, std::min(starts.last_own(), round.last_start))),
        size_(width_ * (round.last_k - round.first_k)) {}

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// How many of them are the k-th ones, for each k.
  [[nodiscard]] std::uint64_t width() const noexcept { return width_; }

  [[nodiscard]] std::uint64_t walk(std::uint64_t row) const noexcept {
    return (first_k_ + row / width_) * num_starts_ + first_ + row % width_;
  }
  [[nodiscard]] std::uint64_t row(std::uint64_t walk) const noexcept {
    return (walk / num_starts_ - first_k_) * width_ + walk % num_starts_ - first_;
  }

private:
  std::uint64_t num_starts_;
  std::uint64_t first_k_;
  std::uint64_t first_;
  std::uint64_t width_;
  std::uint64_t size_;
};

}  // namespace orujo::walking
