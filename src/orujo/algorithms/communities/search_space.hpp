// What the steps of a search for communities use again and again: tables, lists, and memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "orujo/algorithms/communities/array_pool.hpp"
#include "orujo/algorithms/communities/label_sums.hpp"
#include "orujo/algorithms/communities/level.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo::community_search {

struct label_change {
  level_vertex vertex;  ///< Its number among all.
  level_vertex from;
  level_vertex to;
};

class search_space {
public:
  struct alignas(cache_line_bytes) worker_part {
    explicit worker_part(std::size_t labels) : sums(labels) {}

    label_sums sums;
    std::vector<label_change> changes;
    std::vector<std::uint32_t> places;  ///< In the lists of sub-rounds.
  };

  /// For labels below `labels`. Call: worker 0, outside on_workers(), as the following.
  search_space(rank_team& team, std::size_t labels) : team_(team) {
    for (int w = 0; w < team.num_workers(); ++w) {
      parts_.push_back(std::make_unique<worker_part>(labels));
    }
  }

  [[nodiscard]] rank_team& team() noexcept { return team_; }
  [[nodiscard]] worker_part& part(std::size_t w) noexcept { return *parts_[w]; }
  [[nodiscard]] std::size_t num_parts() const noexcept { return parts_.size(); }

  /// Runs `body(part)` for each worker's part: on all workers, or on worker 0 alone if there is not
  /// much to look at.
  template <typename Body>
  void on_workers(std::uint64_t looks, Body body) {
    if (is_done_alone(team_, looks)) {
      for (const auto& each : parts_) { body(*each); }
      return;
    }
    team_.on_workers([&](worker& self) { body(part(static_cast<std::size_t>(self.index()))); });
  }

  /// Runs `body(i)` for 0 … size-1 on all workers; a worker has the same ones each time.
  template <typename Body>
  void for_each(std::size_t size, Body body) {
    for_each_share(team_, size, [&](worker& /*self*/, index_range share) {
      for (std::size_t i = share.first; i < share.last; ++i) { body(static_cast<level_vertex>(i)); }
    });
  }

  template <typename T>
  [[nodiscard]] pooled_array<T> array(std::size_t size) {
    return {pool_, size};
  }
  template <typename T>
  [[nodiscard]] pooled_array<T> array(std::size_t size, T value) {
    pooled_array<T> made(pool_, size);
    for_each_share(team_, size, [&](worker& /*self*/, index_range share) {
      std::fill(made.begin() + share.first, made.begin() + share.last, value);
    });
    return made;
  }

private:
  rank_team& team_;
  memory_pool pool_;
  std::vector<std::unique_ptr<worker_part>> parts_;
};

}  // namespace orujo::community_search
