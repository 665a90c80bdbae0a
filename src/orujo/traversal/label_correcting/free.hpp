// Orders without phases that keep a list for each worker: unordered, priority per worker.
//
// Each vertex has a home worker, which keeps the items of its vertices. A worker processes items
// from its own list and lets messages in between. The one epoch ends when no worker of any rank has
// an item and no message is on its way.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/ring.hpp"
#include "orujo/traversal/label_correcting/keys.hpp"
#include "orujo/traversal/label_correcting/walk.hpp"
#include "orujo/traversal/row_prefetch.hpp"
#include "orujo/traversal/vertex_homes.hpp"
#include "orujo/worklists/bucket_queue.hpp"
#include "orujo/worklists/d_ary_heap.hpp"
#include "orujo/worklists/item_source.hpp"

namespace orujo::label_walks {

/// The item with the better label comes first.
template <label_function F>
struct better_first {
  const F* const* function;
  [[nodiscard]] bool operator()(const label_item<F>& a, const label_item<F>& b) const noexcept {
    return (*function)->better(a.label, b.label);
  }
};

/// Items as they come.
template <label_function F>
class arrival_list {
public:
  static constexpr bool knows_next = true;
  static constexpr bool knows_best = false;

  arrival_list(const F* const* /*function*/, const work_order& /*order*/) {}
  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  void push(const label_item<F>& item) { items_.push(item); }
  [[nodiscard]] label_item<F> pop() noexcept { return items_.pop_oldest(); }
  /// An item that comes later, to be fetched ahead; any vertex's.
  [[nodiscard]] const label_item<F>& later(std::size_t distance) const noexcept {
    return items_.peek(distance < items_.size() ? distance : 0);
  }

private:
  ring<label_item<F>> items_;
};

/// The best item first; of items as good as the one taken last, the oldest, so that one need not
/// search for its place, and it is known which come next.
template <label_function F>
class best_list {
public:
  static constexpr bool knows_next = true;
  static constexpr bool knows_best = true;

  best_list(const F* const* function, const work_order& /*order*/)
      : heap_(better_first<F>{function}), is_better_{function} {}
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return equals_.size() + heap_.size(); }
  [[nodiscard]] const label_item<F>& top() const noexcept {
    return takes_equal() ? equals_.peek(0) : heap_.top();
  }

  void push(const label_item<F>& item) {
    if (is_equal(item)) {
      equals_.push(item);
    } else {
      heap_.push(item);
    }
  }
  [[nodiscard]] label_item<F> pop() {
    if (takes_equal()) { return equals_.pop_oldest(); }
    while (!equals_.empty()) { heap_.push(equals_.pop_oldest()); }
    last_ = heap_.pop();
    return last_;
  }
  /// An item that may come later, to be fetched ahead.
  [[nodiscard]] const label_item<F>& later(std::size_t distance) const noexcept {
    return distance < equals_.size() ? equals_.peek(distance) : top();
  }
  /// Says that an item was taken from elsewhere, which comes before all that are here.
  void has_taken(const label_item<F>& item) {
    while (!equals_.empty()) { heap_.push(equals_.pop_oldest()); }
    last_ = item;
  }

private:
  [[nodiscard]] bool is_equal(const label_item<F>& item) const noexcept {
    return !is_better_(item, last_) && !is_better_(last_, item);
  }
  [[nodiscard]] bool takes_equal() const noexcept {
    return !equals_.empty() && (heap_.empty() || !is_better_(heap_.top(), equals_.peek(0)));
  }

  d_ary_heap<label_item<F>, better_first<F>> heap_;
  ring<label_item<F>> equals_;  // items as good as `last_`
  label_item<F> last_{};
  better_first<F> is_better_;
};

/// The items of the best bucket first.
template <label_function F>
class near_list {
public:
  static constexpr bool knows_next = true;
  static constexpr bool knows_best = false;

  near_list(const F* const* function, const work_order& order)
      : function_(function), keys_(order) {}
  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  void push(const label_item<F>& item) { items_.push(keys_(**function_, item), item); }
  [[nodiscard]] label_item<F> pop() { return items_.pop(); }
  [[nodiscard]] const label_item<F>& later(std::size_t distance) const noexcept {
    return items_.later(distance);
  }

private:
  const F* const* function_;
  bucket_keys<F> keys_;
  bucket_queue<label_item<F>> items_;
};

/// Roots that come to a worker best first, as all vertices do where labels are their numbers: they
/// wait in a row, not in a list that each of them would make deeper for the items of a run, most of
/// which overtake them.
template <label_function F>
class waiting_roots {
public:
  void clear() noexcept {
    roots_.clear();
    next_ = 0;
  }
  [[nodiscard]] std::size_t size() const noexcept { return roots_.size() - next_; }
  [[nodiscard]] const label_item<F>& front() const noexcept { return roots_[next_]; }
  [[nodiscard]] label_item<F> pop() noexcept { return roots_[next_++]; }

  /// Lets the root wait, if it is not better than those that do.
  [[nodiscard]] bool add(const F& function, const label_item<F>& root) {
    if (!roots_.empty() && function.better(root.label, roots_.back().label)) { return false; }
    roots_.push_back(root);
    return true;
  }

private:
  std::vector<label_item<F>> roots_;
  std::size_t next_ = 0;
};

template <label_function F, typename List>
class free_walk final : public label_walk<F> {
  using item_type = label_item<F>;
  using label_type = typename F::label_type;

public:
  /// Call: collective.
  free_walk(rank_team& team, const csr_graph& graph, const label_options& options)
      : team_(team),
        graph_(graph),
        state_(team, graph, options),
        homes_(team),
        news_(team, receiver{this}, {.how = deliver::home, .name = "labels"}),
        handovers_(team, taker{this}, {.how = deliver::home, .name = "items for other workers"}) {
    for (int w = 0; w < team.num_workers(); ++w) { lanes_.emplace_back(*this, options.order); }
  }

  void run(const F& function, std::span<const local_vertex> roots) override {
    state_.reset(function);
    start_records(team_, lanes_);
    lanes_.front().record.counts.phases = 1;
    for (lane& each : lanes_) { each.roots.clear(); }
    for (const local_vertex v : roots) { lanes_[homes_.of(v)].start({v, state_.at(v)}); }
    if (team_.size() == 1 && !state_.is_shared()) {
      return process_alone(team_.worker_at(0), lanes_.front(), lanes_.front().record);
    }
    epoch until(team_);
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
  /// The items of a worker, as a source of work.
  struct alignas(cache_line_bytes) lane {
    lane(free_walk& walk, const work_order& order)
        : list(walk.state_.function_place(), order), record(walk.team_.values()), owner(&walk) {}

    [[nodiscard]] std::size_t queued() const noexcept { return list.size() + roots.size(); }
    release_reason process(worker& self, std::size_t most) {
      for (; most > 0 && queued() > 0; --most) { owner->process_one(self, *this); }
      return queued() == 0 ? release_reason::empty : release_reason::pace;
    }

    void start(const item_type& root) {
      if constexpr (List::knows_best) {
        if (roots.add(owner->state_.function(), root)) { return; }
      }
      list.push(root);
    }
    [[nodiscard]] item_type pop() {
      if constexpr (List::knows_best) {
        if (roots.size() > 0 && (list.empty() || owner->state_.function().better(
                                                     roots.front().label, list.top().label))) {
          const item_type root = roots.pop();
          list.has_taken(root);
          return root;
        }
      }
      return list.pop();
    }

    List list;
    waiting_roots<F> roots;
    work_record record;
    free_walk* owner;
  };

  struct receiver {
    free_walk* owner;
    void operator()(worker& self, std::span<const item_type> batch) const {
      lane& mine = owner->lane_of(self);
      take_in(owner->state_, mine.record.counts, batch,
              [&](const item_type& item) { mine.list.push(item); });
    }
  };

  /// Items of this rank's vertices, whose labels another worker has set already.
  struct taker {
    free_walk* owner;
    void operator()(worker& self, std::span<const item_type> batch) const {
      for (const item_type& item : batch) { owner->lane_of(self).list.push(item); }
    }
  };

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  void process_one(worker& self, lane& mine) {
    const item_type item = mine.pop();
    if constexpr (List::knows_next) { fetch_ahead(mine); }
    if (state_.function().better(state_.at(item.vertex), item.label)) {
      ++mine.record.counts.invalidated;
      return;
    }
    tell_neighbours(state_, mine.record.counts, item, [&](local_vertex v, label_type label) {
      if (state_.is_owned(v)) { return give(self, mine, {v, label}); }
      const csr_graph::remote_vertex place = graph_.remote(v);
      news_.send_home(self, homes_.number(place.owner, homes_.of(place.local)),
                      {place.local, label});
    });
  }

  void fetch_ahead(const lane& mine) const {
    if (mine.list.empty()) { return; }
    constexpr std::size_t ahead = rows_ahead;
    state_.prefetch_label(mine.list.later(ahead).vertex);
    state_.prefetch_offset(mine.list.later(ahead).vertex);
    state_.prefetch_row(mine.list.later(ahead / 2).vertex);
  }

  /// Brings an item of an owned vertex to its home.
  void give(worker& self, lane& mine, const item_type& item) {
    const std::size_t home = homes_.of(item.vertex);
    if (home == static_cast<std::size_t>(self.index())) {
      mine.list.push(item);
    } else {
      handovers_.send_home(self, homes_.number(team_.rank(), home), item);
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  label_state<F> state_;
  vertex_homes homes_;
  std::vector<lane> lanes_;
  channel<item_type, receiver> news_;
  channel<item_type, taker> handovers_;
};

}  // namespace orujo::label_walks
