// Items in no order, wherever they were put.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo {

/// Items that stay at the worker that put them in: nothing travels. T is anything that moves.
template <typename T>
class bag {
public:
  /// Opens an empty bag. Call: collective.
  explicit bag(rank_team& team)
      : team_(team), parts_(static_cast<std::size_t>(team.num_workers())) {}

  /// Puts an item in. Call: that worker, anywhere. Cost: as std::vector::push_back().
  void insert(worker& self, T item) { part_of(self).push_back(std::move(item)); }

  /// The items of one worker. Call: that worker.
  [[nodiscard]] std::vector<T>& own(worker& self) { return part_of(self); }

  /// Calls `body(item)` or `body(worker&, item)` for each item, on all workers; the body may send,
  /// and puts nothing into this bag. All of it is an epoch. Call: collective.
  template <typename Body>
  void for_all(Body&& body) {
    run_epoch(team_, [&](worker& self) {
      for (T& item : part_of(self)) {
        if constexpr (std::invocable<Body&, worker&, T&>) {
          body(self, item);
        } else {
          body(item);
        }
      }
    });
  }

  /// Items in all. Call: collective.
  [[nodiscard]] std::uint64_t size() {
    std::uint64_t own = 0;
    for (const part& each : parts_) { own += each.items.size(); }
    return all_sum(team_, own);
  }

  /// Removes all items and gives their memory back. Call: collective.
  void clear() {
    for (part& each : parts_) { each.items = {}; }
    barrier(team_);
  }
  /// Call: collective; two bags of one team.
  void swap(bag& other) noexcept { parts_.swap(other.parts_); }

private:
  struct alignas(cache_line_bytes) part {
    std::vector<T> items;
  };

  [[nodiscard]] std::vector<T>& part_of(const worker& self) noexcept {
    return parts_[static_cast<std::size_t>(self.index())].items;
  }

  rank_team& team_;
  std::vector<part> parts_;  // one for each worker of this rank
};

}  // namespace orujo
