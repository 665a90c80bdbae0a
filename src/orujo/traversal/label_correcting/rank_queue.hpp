// Priority per rank: the workers of a rank share one queue. One epoch, no barrier.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "orujo/base/spin_lock.hpp"
#include "orujo/traversal/label_correcting/free.hpp"

namespace orujo::label_walks {

template <label_function F>
class rank_queue_walk final : public label_walk<F> {
  using item_type = label_item<F>;
  using label_type = typename F::label_type;

public:
  /// Call: collective.
  rank_queue_walk(rank_team& team, const csr_graph& graph, const label_options& options)
      : team_(team),
        graph_(graph),
        state_(team, graph, options),
        items_at_once_(state_.is_shared() ? most_at_once : 1),
        queue_(state_.function_place(), options.order),
        news_(team, receiver{this}, {.name = "labels"}) {
    for (int w = 0; w < team.num_workers(); ++w) { lanes_.emplace_back(*this); }
  }

  void run(const F& function, std::span<const local_vertex> roots) override {
    state_.reset(function);
    start_records(team_, lanes_);
    lanes_.front().record.counts.phases = 1;
    epoch until(team_);
    until_ = &until;
    until.begin_work(team_.worker_at(0), roots.size());
    for (const local_vertex v : roots) { queue_.push({v, state_.at(v)}); }
    team_.on_workers([&](worker& self) {
      lane& mine = lane_of(self);
      process_until_end(self, until, mine, mine.record);
    });
  }

  [[nodiscard]] std::span<const label_type> labels() const noexcept override {
    return state_.owned();
  }

  [[nodiscard]] std::vector<const work_record*> records() const override {
    return records_of(lanes_);
  }

private:
  /// A worker's access to the queue, as a source of work.
  struct alignas(cache_line_bytes) lane {
    explicit lane(rank_queue_walk& walk) : record(walk.team_.values()), owner(&walk) {}

    [[nodiscard]] std::size_t queued() const noexcept {
      const std::lock_guard guard(owner->lock_);
      return owner->queue_.size();
    }
    release_reason process(worker& self, std::size_t most) {
      while (most > 0) {
        const std::size_t done =
            owner->process_some(self, *this, std::min(most, owner->items_at_once_));
        if (done == 0) { return release_reason::empty; }
        most -= done;
      }
      return release_reason::pace;
    }

    std::vector<item_type> found;  ///< To be put into the queue together.
    work_record record;
    rank_queue_walk* owner;
  };

  struct receiver {
    rank_queue_walk* owner;
    void operator()(worker& self, std::span<const item_type> batch) const {
      owner->receive(self, batch);
    }
  };

  /// A worker takes so many items at once: more would be fewer locks and less order.
  static constexpr std::size_t most_at_once = 8;

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  /// Returns how many items were processed: at most `most`, 0 if there is none.
  std::size_t process_some(worker& self, lane& mine, std::size_t most) {
    std::array<item_type, most_at_once> taken;
    std::size_t count = 0;
    {
      const std::lock_guard guard(lock_);
      while (count < most && !queue_.empty()) { taken[count++] = queue_.pop(); }
    }
    for (std::size_t i = 0; i < count; ++i) { process(self, mine, taken[i]); }
    put_found(self, mine);
    // The work ends once what it led to has been announced.
    if (count > 0) { until_->end_work(self, count); }
    return count;
  }

  void process(worker& self, lane& mine, const item_type& item) {
    if (state_.function().better(state_.at(item.vertex), item.label)) {
      ++mine.record.counts.invalidated;
      return;
    }
    tell_neighbours(state_, mine.record.counts, item, [&](local_vertex v, label_type label) {
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
    take_in(state_, mine.record.counts, batch,
            [&](const item_type& item) { mine.found.push_back(item); });
    put_found(self, mine);
  }

  void put_found(worker& self, lane& mine) {
    if (mine.found.empty()) { return; }
    until_->begin_work(self, mine.found.size());
    // One worker is here; others may sleep, for whom there is something as soon as it is more than
    // that one takes at once.
    if (add_to_queue(mine.found)) { team_.transport().wake(); }
  }

  /// Empties `items`. Returns whether there is more than for one worker since.
  bool add_to_queue(std::vector<item_type>& items) {
    const std::lock_guard guard(lock_);
    const std::size_t before = queue_.size();
    for (const item_type& item : items) { queue_.push(item); }
    items.clear();
    return before <= items_at_once_ && queue_.size() > items_at_once_;
  }

  rank_team& team_;
  const csr_graph& graph_;
  label_state<F> state_;
  std::size_t items_at_once_;
  spin_lock lock_;
  best_list<F> queue_;
  epoch* until_ = nullptr;
  std::vector<lane> lanes_;
  channel<item_type, receiver> news_;
};

}  // namespace orujo::label_walks
