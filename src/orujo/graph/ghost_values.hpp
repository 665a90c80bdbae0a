// Values of vertices kept equal between owners and the ranks that have them as ghosts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "orujo/base/ids.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// A run of values between one rank's mirrors and the other's ghosts, which are in the same order.
template <message T>
struct ghost_block {
  static constexpr std::size_t block_bytes = 256;
  static constexpr std::size_t capacity =
      std::max<std::size_t>(1, (block_bytes - 2 * sizeof(std::uint32_t)) / sizeof(T));

  local_vertex first;    ///< Place of the first value in that order.
  std::uint16_t sender;  ///< The rank that sent it.
  std::uint16_t count;
  std::array<T, capacity> values;
};

/// Sends blocks of values to the other ranks: `count_for(rank)` values to each rank, of which
/// `value_at(rank, i)` is number i. The workers share the work, and each starts with another rank.
/// Call: inside an epoch, every worker of the rank.
template <message T, typename Sender, typename CountFor, typename ValueAt>
void send_ghost_blocks(worker& self, Sender out, CountFor count_for, ValueAt value_at) {
  rank_team& team = self.team();
  const int me = index_of(team.rank());
  for (int step = 1; step < team.size(); ++step) {
    const rank_id to{(me + step) % team.size()};
    const std::size_t count = count_for(to);
    const index_range share = even_share(count, self.index(), team.num_workers());
    ghost_block<T> block{};
    block.sender = static_cast<std::uint16_t>(me);
    for (std::size_t at = share.first; at < share.last; at += block.count) {
      block.first = static_cast<local_vertex>(at);
      block.count = static_cast<std::uint16_t>(std::min(block.capacity, share.last - at));
      for (std::size_t i = 0; i < block.count; ++i) { block.values[i] = value_at(to, at + i); }
      out.send(to, block);
    }
  }
}

/// Carries values from owners to ghosts, again and again. Values are in an array over all local
/// vertices: owned ones first, then ghosts. With one rank it does nothing and costs nothing.
template <message T>
class ghost_values {
public:
  /// Call: collective. `team` and `graph` outlive the object.
  ghost_values(rank_team& team, const csr_graph& graph)
      : team_(team), graph_(graph), blocks_(team, receiver{this}) {}
  ghost_values(const ghost_values&) = delete;
  ghost_values& operator=(const ghost_values&) = delete;

  /// Sets the ghosts' values in `values` to those that their owners have there.
  /// Call: collective; worker 0, outside on_workers(). Cost: one value for each mirror and ghost.
  void update(std::span<T> values) {
    update(values, [&](local_vertex v) { return values[v]; });
  }

  /// The same with `value_of(v)` as the value of owned vertex `v`; it runs on all workers.
  template <typename ValueOf>
  void update(std::span<T> values, ValueOf value_of) {
    if (team_.size() == 1) { return; }
    values_ = values;
    run_epoch(team_, [&](worker& self) {
      send_ghost_blocks<T>(
          self, blocks_.from(self), [&](rank_id to) { return graph_.mirrors(to).size(); },
          [&](rank_id to, std::size_t i) { return value_of(graph_.mirrors(to)[i]); });
    });
  }

private:
  struct receiver {
    ghost_values* owner;
    void operator()(std::span<const ghost_block<T>> batch) const {
      for (const ghost_block<T>& block : batch) { owner->take(block); }
    }
  };

  void take(const ghost_block<T>& block) {
    const std::size_t ghost = graph_.ghost_range(rank_id{block.sender}).first + block.first;
    std::memcpy(&values_[ghost], block.values.data(), block.count * sizeof(T));
  }

  rank_team& team_;
  const csr_graph& graph_;
  std::span<T> values_;
  channel<ghost_block<T>, receiver> blocks_;
};

/// Carries what ghosts have gathered to their owners: the other direction of ghost_values.
/// `combine(T& into, T value)` takes it in; several workers may call it for one vertex at once.
template <message T, typename Combine>
class ghost_contributions {
public:
  /// Call: collective. `team` and `graph` outlive the object.
  ghost_contributions(rank_team& team, const csr_graph& graph, Combine combine)
      : team_(team), graph_(graph), combine_(std::move(combine)), blocks_(team, receiver{this}) {}
  ghost_contributions(const ghost_contributions&) = delete;
  ghost_contributions& operator=(const ghost_contributions&) = delete;

  /// Combines the value of every ghost into that of its owned vertex at the owner; then ghosts
  /// have T{}. Call: collective; worker 0, outside on_workers().
  void collect(std::span<T> values) {
    if (team_.size() == 1) { return; }
    values_ = values;
    run_epoch(team_, [&](worker& self) {
      send_ghost_blocks<T>(
          self, blocks_.from(self),
          [&](rank_id to) {
            const auto [first, last] = graph_.ghost_range(to);
            return std::size_t{last} - first;
          },
          [&](rank_id to, std::size_t i) {
            return std::exchange(values[graph_.ghost_range(to).first + i], T{});
          });
    });
  }

private:
  struct receiver {
    ghost_contributions* owner;
    void operator()(std::span<const ghost_block<T>> batch) const {
      for (const ghost_block<T>& block : batch) { owner->take(block); }
    }
  };

  void take(const ghost_block<T>& block) {
    const auto mirrors = graph_.mirrors(rank_id{block.sender}).subspan(block.first, block.count);
    for (std::size_t i = 0; i < mirrors.size(); ++i) {
      combine_(values_[mirrors[i]], block.values[i]);
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  Combine combine_;
  std::span<T> values_;
  channel<ghost_block<T>, receiver> blocks_;
};

}  // namespace orujo
