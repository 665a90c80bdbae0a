// What workers of a rank have for each other's homes: boxes that are filled, then emptied.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A box for each worker and home, without a lock: workers fill their own, and behind a barrier
/// each home empties those that are for it. There are two of each, so that one barrier separates
/// turns: whoever fills boxes meets nobody who still empties those of the turn before. Memory: what
/// was put between two turns; is_full() says when a worker has `kept` items.
template <message Item>
class home_boxes {
public:
  /// About what the cache of a core holds.
  static constexpr std::size_t kept = std::size_t{1} << 15U;

  /// `team` outlives the object. Call: local.
  explicit home_boxes(rank_team& team) : team_(team) {
    const auto workers = static_cast<std::size_t>(team.num_workers());
    for (std::size_t w = 0; w < workers; ++w) { lanes_.emplace_back(workers); }
  }
  home_boxes(const home_boxes&) = delete;
  home_boxes& operator=(const home_boxes&) = delete;

  /// Call: worker `from`.
  void put(std::size_t from, std::size_t home, const Item& item) {
    lane& mine = lanes_[from];
    mine.boxes[mine.turn % 2][home].push_back(item);
    ++mine.items;
  }
  /// Whether worker `from` had better wait for the next turn. Call: that worker.
  [[nodiscard]] bool is_full(std::size_t from) const noexcept { return lanes_[from].items >= kept; }

  /// Calls `take(items)` for all that was put for this home since the last turn. Returns whether
  /// all workers said that they have no more to put. Call: all workers of the rank, inside one
  /// on_workers(); they meet at a barrier.
  template <typename Take>
  bool turn(worker& self, bool has_more, Take take) {
    const auto home = static_cast<std::size_t>(self.index());
    lane& own = lanes_[home];
    const std::size_t now = own.turn % 2;
    own.has_more[now] = has_more;
    team_.worker_barrier();
    bool somebody_has_more = false;
    for (lane& from : lanes_) {
      std::vector<Item>& items = from.boxes[now][home];
      if (!items.empty()) { take(std::span<const Item>(items)); }
      items.clear();
      somebody_has_more = somebody_has_more || from.has_more[now];
    }
    own.items = 0;
    ++own.turn;
    return !somebody_has_more;
  }

private:
  struct alignas(cache_line_bytes) lane {
    explicit lane(std::size_t homes) {
      for (auto& each : boxes) { each.resize(homes); }
    }

    std::size_t turn = 0;
    std::size_t items = 0;  // put since the last turn
    std::array<bool, 2> has_more = {};
    std::array<std::vector<std::vector<Item>>, 2> boxes;  // of turns in turn, for each home
  };

  rank_team& team_;
  std::deque<lane> lanes_;
};

}  // namespace orujo
