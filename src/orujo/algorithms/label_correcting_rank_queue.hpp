// Priority per rank: the workers of a rank share one queue. One epoch, no barrier.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "orujo/algorithms/label_correcting_free.hpp"
#include "orujo/tasks/spin_lock.hpp"

namespace orujo::label_walks {

template <label_function F, bool Shared>
class rank_queue_walk final : public label_walk<F> {
  using item_type = label_item<F>;
  using label_type = typename F::label_type;

public:
  /// Call: collective.
  rank_queue_walk(rank_team& team, const csr_graph& graph, const label_options& options)
      : team_(team),
        graph_(graph),
        pace_(options.pace),
        state_(team, graph, options),
        queue_(state_.function_place(), options.order),
        lanes_(static_cast<std::size_t>(team.num_workers())),
        news_(team, receiver{this}, {.name = "labels"}) {}

  void run(const F& function, std::span<const local_vertex> roots) override {
    state_.reset(function);
    for (lane& each : lanes_) { each.work = {.phases = 1}; }
    epoch until(team_);
    until_ = &until;
    until.begin_work(team_.worker_at(0), roots.size());
    for (const local_vertex v : roots) { queue_.push({v, state_.at(v)}); }
    team_.on_workers([&](worker& self) { walk(self); });
  }

  [[nodiscard]] std::span<const label_type> labels() const noexcept override {
    return state_.owned();
  }

  [[nodiscard]] work_statistics counts() const noexcept override { return work_of_all(lanes_); }

private:
  struct alignas(cache_line_bytes) lane {
    std::vector<item_type> found;  ///< To be put into the queue together.
    work_statistics work;
  };

  struct receiver {
    rank_queue_walk* owner;
    void operator()(worker& self, std::span<const item_type> batch) const {
      owner->receive(self, batch);
    }
  };

  /// A worker takes so many items at once: more would be fewer locks and less order.
  static constexpr std::size_t items_at_once = Shared ? 8 : 1;

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  void walk(worker& self) {
    lane& mine = lane_of(self);
    progress_pace pace(pace_);
    until_->enter(self);
    do {
      std::size_t left = 0;
      std::size_t queued = process_some(self, mine);
      if (queued == 0) { continue; }
      for (; queued > 0; queued = process_some(self, mine)) {
        if (left > items_at_once) {
          left -= items_at_once;
        } else {
          team_.progress(self);
          left = pace.items(queued);
        }
      }
      self.metrics.add(metric::releases_queue_empty);
    } while (!ends(*until_, self, mine.work));
    self.enter_epoch(0);
  }

  /// Returns how many items there were before; 0: nothing done.
  std::size_t process_some(worker& self, lane& mine) {
    std::array<item_type, items_at_once> taken;
    std::size_t count = 0;
    std::size_t queued = 0;
    {
      const std::lock_guard guard(lock_);
      queued = queue_.size();
      while (count < items_at_once && !queue_.empty()) { taken[count++] = queue_.pop(); }
    }
    for (std::size_t i = 0; i < count; ++i) { process(self, mine, taken[i]); }
    put_found(self, mine);
    // The work ends once what it led to has been announced.
    if (count > 0) { until_->end_work(self, count); }
    return queued;
  }

  void process(worker& self, lane& mine, const item_type& item) {
    if (state_.function().better(state_.at(item.vertex), item.label)) {
      ++mine.work.invalidated;
      return;
    }
    tell_neighbours(state_, mine.work, item, [&](local_vertex v, label_type label) {
      if (state_.is_owned(v)) {
        mine.found.push_back({v, label});
      } else {
        const csr_graph::remote_vertex place = graph_.remote(v);
        news_.send(self, place.owner, {place.local, label});
      }
    });
  }

  void receive(worker& self, std::span<const item_type> batch) {
    lane& mine = lane_of(self);
    take_in(state_, mine.work, batch, [&](const item_type& item) { mine.found.push_back(item); });
    put_found(self, mine);
  }

  void put_found(worker& self, lane& mine) {
    if (mine.found.empty()) { return; }
    until_->begin_work(self, mine.found.size());
    const std::lock_guard guard(lock_);
    for (const item_type& item : mine.found) { queue_.push(item); }
    mine.found.clear();
  }

  rank_team& team_;
  const csr_graph& graph_;
  pace_options pace_;
  label_state<F, Shared> state_;
  spin_lock lock_;
  best_list<F> queue_;
  epoch* until_ = nullptr;
  std::vector<lane> lanes_;
  channel<item_type, receiver> news_;
};

}  // namespace orujo::label_walks
