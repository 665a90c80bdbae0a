// What every vertex has heard so far, combined, and what of it is on its way to other ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/frameworks/vertex_centric/reductions.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/frontier.hpp"

namespace orujo::vertex_programs {

/// The cached totals of a vertex program, and who has to hear of changes: an owned vertex whose
/// total changes goes to a lane of the frontier once, a ghost is sent to its owner, once for each
/// exchange, with all that it heard here.
template <reduction R>
class vertex_totals {
public:
  using value_type = typename R::value_type;

  /// Call: collective. `team`, `graph` and `active` outlive the object.
  vertex_totals(rank_team& team, const csr_graph& graph, frontier& active)
      : team_(team),
        graph_(graph),
        active_(active),
        totals_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        marked_(totals_.size()),
        touched_(static_cast<std::size_t>(team.num_workers())),
        channel_(team, receiver{this}, {.name = "values of a vertex program"}) {}
  vertex_totals(const vertex_totals&) = delete;
  vertex_totals& operator=(const vertex_totals&) = delete;

  /// Forgets all. Call: local, worker 0.
  void clear() {
    std::ranges::fill(totals_.span(), R::none());
    std::ranges::fill(marked_.span(), std::uint8_t{0});
    for (touched_ghosts& each : touched_) { each.list.clear(); }
  }

  [[nodiscard]] value_type of(local_vertex v) const noexcept { return totals_[v]; }

  /// What owned vertex `v` applies now; it goes to a lane again when that changes. `Shared`:
  /// whether other workers add to it at once: either this has what they add, or they find it taken.
  template <bool Shared>
  [[nodiscard]] value_type take(local_vertex v) noexcept {
    if constexpr (Shared) {
      std::atomic_ref<std::uint8_t>(marked_[v]).exchange(0);
      return std::atomic_ref<value_type>(totals_[v]).load();
    } else {
      marked_[v] = 0;
      return totals_[v];
    }
  }
  /// Whether owned vertex `v` has a total that it has not applied.
  [[nodiscard]] bool has_news(local_vertex v) noexcept {
    return std::atomic_ref<std::uint8_t>(marked_[v]).load(std::memory_order_relaxed) != 0;
  }
  /// Puts those of the owned vertices in `range` that have news into the lane.
  void find_news(vertex_lane& lane, index_range range) {
    for (std::size_t v = range.first; v < range.last; ++v) {
      if (marked_[v] != 0) { lane.add(static_cast<local_vertex>(v)); }
    }
  }

  /// Makes owned vertex `v` one that applies its total, though that has not changed. Call: as
  /// add() by one worker at a time.
  void begin(vertex_lane& lane, local_vertex v) {
    if (mark<false>(marked_[v])) { lane.add(v); }
  }

  /// Combines `heard` into the total of `v`. `Shared`: whether other workers do so at once.
  template <bool Shared>
  void add(vertex_lane& lane, local_vertex v, value_type heard) {
    if (!is_news<Shared>(v, heard)) { return; }
    if (graph_.is_owned(v)) {
      lane.add(v);
    } else {
      touched_[lane.worker()].list.push_back(v);
    }
  }

  /// Makes `total` that of owned vertex `v`, which it has been combined from. Call: as begin().
  void set(vertex_lane& lane, local_vertex v, value_type total) {
    if (std::exchange(totals_[v], total) != total) { begin(lane, v); }
  }

  /// As add(), but owned vertices go to no lane: find_news() finds them.
  template <bool Shared>
  void note(const vertex_lane& lane, local_vertex v, value_type heard) {
    if (is_news<Shared>(v, heard) && !graph_.is_owned(v)) {
      touched_[lane.worker()].list.push_back(v);
    }
  }

  /// Sends what ghosts have heard to their owners; returns how many values this rank sent. `alone`:
  /// whether worker 0 does so, as there is little; the same on every rank. Call: collective.
  std::uint64_t exchange(bool alone) {
    if (team_.size() == 1) { return 0; }
    alone_ = alone;
    std::uint64_t sent = 0;
    for (const touched_ghosts& each : touched_) { sent += each.list.size(); }
    if (alone) {
      run_short_epoch(team_, [&](worker& self) {
        for (touched_ghosts& each : touched_) { send(self, each.list); }
      });
    } else {
      run_epoch(team_, [&](worker& self) {
        send(self, touched_[static_cast<std::size_t>(self.index())].list);
      });
    }
    return sent;
  }

private:
  /// "Your vertex has heard this."
  struct part {
    value_type heard;
    local_vertex to;
  };

public:
  static constexpr std::size_t bytes_per_message = sizeof(part);

private:
  struct receiver {
    vertex_totals* totals;
    void operator()(worker& self, std::span<const part> batch) const {
      vertex_lane& lane = totals->active_.lane(self);
      for (const part& each : batch) {
        if (totals->alone_) {
          totals->template add<false>(lane, each.to, each.heard);
        } else {
          totals->template add<true>(lane, each.to, each.heard);
        }
      }
    }
  };
  struct alignas(cache_line_bytes) touched_ghosts {
    std::vector<local_vertex> list;
  };

  /// Combines `heard` into the total of `v`, and marks it; returns whether it was not marked.
  template <bool Shared>
  [[nodiscard]] bool is_news(local_vertex v, value_type heard) {
    return combine<Shared>(totals_[v], heard) && mark<Shared>(marked_[v]);
  }

  /// In one order with take(): a total is changed before its mark is looked at, and the mark is
  /// taken off before the total is read.
  template <bool Shared>
  static bool combine(value_type& total, value_type heard) {
    if constexpr (Shared) {
      std::atomic_ref<value_type> shared(total);
      value_type before = shared.load(std::memory_order_relaxed);
      for (;;) {
        const value_type after = R::combine(before, heard);
        if (after == before) { return false; }
        if (shared.compare_exchange_weak(before, after)) { return true; }
      }
    } else {
      const value_type after = R::combine(total, heard);
      return std::exchange(total, after) != after;
    }
  }

  template <bool Shared>
  static bool mark(std::uint8_t& place) noexcept {
    if constexpr (Shared) {
      std::atomic_ref<std::uint8_t> shared(place);
      return shared.load() == 0 && shared.exchange(1) == 0;
    } else {
      return std::exchange(place, std::uint8_t{1}) == 0;
    }
  }

  /// What was sent is kept where combining it again makes no difference: then only better is sent.
  void send(worker& self, std::vector<local_vertex>& ghosts) {
    auto out = channel_.from(self);
    for (const local_vertex ghost : ghosts) {
      const csr_graph::remote_vertex place = graph_.remote(ghost);
      out.send(place.owner, part{totals_[ghost], place.local});
      marked_[ghost] = 0;
      if constexpr (!R::repeats) { totals_[ghost] = R::none(); }
    }
    ghosts.clear();
  }

  rank_team& team_;
  const csr_graph& graph_;
  frontier& active_;
  huge_array<value_type> totals_;
  huge_array<std::uint8_t> marked_;
  std::vector<touched_ghosts> touched_;  // of each worker
  bool alone_ = true;                    // of the exchange that runs; set between epochs
  channel<part, receiver> channel_;
};

}  // namespace orujo::vertex_programs
