// Orders with phases: levels, buckets, strict. Items of one key at a time, everywhere.
//
// Within a phase items are processed in no order, and those that fall into the same phase join it.
// A label may become better several times in one phase, and again in a later one (levels); an item
// whose label is no longer that of its vertex is dropped.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/closing_note.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/traversal/label_correcting/walk.hpp"
#include "orujo/traversal/row_prefetch.hpp"
#include "orujo/worklists/held_buckets.hpp"

namespace orujo::label_walks {

template <label_function F, typename Keys>
class phased_walk final : public label_walk<F> {
  using item_type = typename Keys::item_type;
  using list_type = typename Keys::list_type;
  using key_type = typename list_type::key_type;
  using label_type = typename F::label_type;

public:
  /// Call: collective.
  phased_walk(rank_team& team, const csr_graph& graph, const label_options& options)
      : team_(team),
        graph_(graph),
        keys_(options.order),
        state_(team, graph, options),
        news_(team, receiver{this}, {.name = "labels"}) {
    for (int w = 0; w < team.num_workers(); ++w) {
      lanes_.emplace_back(team.values(), state_.is_shared() ? few_at_once : all_at_once);
    }
  }

  void run(const F& function, std::span<const local_vertex> roots) override {
    state_.reset(function);
    start_records(team_, lanes_);
    share_roots(team_, roots, [&](std::size_t w, local_vertex v) {
      put(lanes_[w], key_type{}, Keys::start(v, state_.at(v)));
    });
    if (team_.size() == 1) {
      run_alone();
    } else {
      run_together();
    }
  }

  [[nodiscard]] std::span<const label_type> labels() const noexcept override {
    return state_.owned();
  }

  [[nodiscard]] std::vector<const work_record*> records() const override {
    return records_of(lanes_);
  }

private:
  /// Items of one phase that the workers of the rank take from each other, chunk by chunk.
  struct shared_part {
    explicit shared_part(std::size_t items_at_once) : chunks(0, items_at_once) {}

    key_type key{};
    std::vector<item_type> items;
    shared_loop chunks;
  };

  struct alignas(cache_line_bytes) lane {
    lane(const settings& values, std::size_t items_at_once)
        : parts{shared_part(items_at_once), shared_part(items_at_once)}, record(values) {}

    list_type list;
    held_buckets<list_type, item_type> held;  // parts of one rank that were of a later phase
    std::vector<item_type> scratch;
    /// Of this phase and of the next, in turn: another worker may still be reading one.
    std::array<shared_part, 2> parts;
    work_record record;
    /// The first key of the list, for the worker that speaks for the rank.
    std::atomic<key_type> noted_key{list_type::no_key};
  };

  struct receiver {
    phased_walk* owner;
    void operator()(worker& self, std::span<const item_type> batch) const {
      owner->receive(owner->lane_of(self), batch);
    }
  };

  static constexpr std::size_t few_at_once = 64;  ///< Where other workers help.
  static constexpr std::size_t all_at_once = std::size_t{1} << 40;
  static constexpr std::size_t few_items = 1000;  ///< Not worth sharing with other workers.
  static constexpr std::size_t most_offers = 256;

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  void put(lane& mine, key_type current, const item_type& item) {
    // A rank below that of its origin would be of a phase that is over.
    mine.list.push(std::max(current, static_cast<key_type>(keys_(state_.function(), item))), item);
  }

  /// Takes the items of the first key of this worker as its part of phase `phase`.
  void open_part(lane& mine, std::uint64_t phase, key_type key) {
    shared_part& part = mine.parts[phase % 2];
    part.key = key;
    part.items.clear();
    if (key != list_type::no_key) { mine.list.take(key, part.items); }
    part.chunks.restart(part.items.size());
  }

  /// The same with what was held, which comes first if nothing lower has come since.
  void open_first_part(lane& mine, std::uint64_t phase) {
    if (mine.held.first_key() == list_type::no_key ||
        mine.list.first_key() < mine.held.first_key()) {
      return open_part(mine, phase, mine.list.first_key());
    }
    shared_part& part = mine.parts[phase % 2];
    part.key = mine.held.first_key();
    mine.held.take(part.items);
    part.chunks.restart(part.items.size());
  }

  // --- one rank: phases end at a barrier of its workers ----------------------------------------

  void run_alone() {
    for (lane& each : lanes_) { open_part(each, 0, each.list.first_key()); }
    if (state_.is_shared()) {
      team_.on_workers([&](worker& self) { walk_alone(self); });
    } else {
      walk_alone(team_.worker_at(0));
    }
  }

  void walk_alone(worker& self) {
    lane& mine = lane_of(self);
    for (std::uint64_t phase = 0;; ++phase) {
      key_type key = list_type::no_key;
      for (const lane& each : lanes_) { key = std::min(key, each.parts[phase % 2].key); }
      if (key == list_type::no_key) { break; }
      process_parts(self, phase, key);
      process_few(mine, key, state_.is_shared() ? few_items : ~std::size_t{0});
      ++mine.record.counts.phases;
      // A part of a later phase is held; one of this phase is done.
      shared_part& own = mine.parts[phase % 2];
      if (own.key != key && own.key != list_type::no_key) { mine.held.hold(own.key, own.items); }
      open_first_part(mine, phase + 1);
      mine.record.look_at_metrics(self);
      team_.transport().check();  // whoever sends nothing hears of an interrupt here only
      if (state_.is_shared()) {
        count_waiting(mine.record, [&] { team_.worker_barrier(); });
      }
    }
    mine.record.add_to_metrics(self);
  }

  // --- several ranks: each phase is an epoch ---------------------------------------------------

  /// What the ranks agree on before a phase: the first key with items, and the best label that one
  /// of them has learned, for functions that learn.
  struct phase_start {
    key_type key{};
    label_type learned{};
  };

  void run_together() {
    for (lane& each : lanes_) { note_first_key(each); }
    phase_start next = count_waiting(lanes_.front().record, [&] {
      return all_reduce(team_, own_start(), [this](auto a, auto b) { return best_start(a, b); });
    });
    auto note = make_closing_value<phase_start>(
        [this] { return own_start(); }, [this](auto a, auto b) { return best_start(a, b); });
    for (std::uint64_t phase = 0;; ++phase) {
      if constexpr (learning_function<F>) { state_.function().learn(next.learned); }
      current_ = next.key;
      if (current_ == list_type::no_key) { return; }
      ++lanes_.front().record.counts.phases;
      for (lane& each : lanes_) {
        open_part(each, phase, each.list.first_key() == current_ ? current_ : list_type::no_key);
      }
      epoch until(team_, {.note = &note});
      team_.on_workers([&](worker& self) { walk_together(self, until, phase); });
      next = note.value();
    }
  }

  /// Call: any worker, while all have noted their keys.
  [[nodiscard]] phase_start own_start() const {
    phase_start own{list_type::no_key, {}};
    for (const lane& each : lanes_) {
      own.key = std::min(own.key, each.noted_key.load(std::memory_order_relaxed));
    }
    if constexpr (learning_function<F>) { own.learned = state_.function().learned(); }
    return own;
  }

  [[nodiscard]] phase_start best_start(const phase_start& a, const phase_start& b) const {
    phase_start best{std::min(a.key, b.key), a.learned};
    if constexpr (learning_function<F>) {
      if (state_.function().better(b.learned, a.learned)) { best.learned = b.learned; }
    }
    return best;
  }

  void walk_together(worker& self, epoch& until, std::uint64_t phase) {
    lane& mine = lane_of(self);
    until.enter(self);
    process_parts(self, phase, current_);
    do {
      process_few(mine, current_, ~std::size_t{0});
      note_first_key(mine);
    } while (!ends(until, self, mine.record));
    mine.record.add_to_metrics(self);
    self.enter_epoch(0);
  }

  /// Notes what the first key of the worker is, for the phase after this one. What the epoch counts
  /// as handled after this publishes it.
  void note_first_key(lane& mine) {
    mine.noted_key.store(mine.list.first_key(), std::memory_order_relaxed);
  }

  void receive(lane& mine, std::span<const item_type> batch) {
    take_in(state_, mine.record.counts, batch,
            [&](const item_type& item) { put(mine, current_, item); });
  }

  // --- both ------------------------------------------------------------------------------------

  /// Processes chunks of all workers' parts of key `key`, the own ones first.
  void process_parts(worker& self, std::uint64_t phase, key_type key) {
    lane& mine = lane_of(self);
    for (std::size_t step = 0; step < lanes_.size(); ++step) {
      const std::size_t from = (static_cast<std::size_t>(self.index()) + step) % lanes_.size();
      shared_part& part = lanes_[from].parts[phase % 2];
      if (part.key != key) { continue; }
      for (index_range chunk = part.chunks.next(); !chunk.empty(); chunk = part.chunks.next()) {
        process(mine, key, std::span(part.items).subspan(chunk.first, chunk.last - chunk.first));
        mine.record.look_at_metrics(self);
      }
    }
  }

  /// Processes own items of key `key` until there are none, or more than `most`.
  void process_few(lane& mine, key_type key, std::size_t most) {
    while (mine.list.take_few(key, most, mine.scratch)) { process(mine, key, mine.scratch); }
  }

  /// Looks along the edges of several items before it sets any of the labels that it found better:
  /// so reads of labels that are not in the cache do not wait for what came of earlier ones.
  void process(lane& mine, key_type key, std::span<const item_type> items) {
    if constexpr (block_function<F>) {
      process_together(mine, key, items);
    } else {
      process_each(mine, key, items);
    }
    mine.record.samples.look(mine.record.counts, 0, [&] { return mine.list.size(); });
  }

  void process_each(lane& mine, key_type key, std::span<const item_type> items) {
    std::array<item_type, most_offers> offers;
    std::size_t count = 0;
    fetch_first(items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const item_type& item = items[i];
      fetch_ahead(items, i);
      if (is_outdated(mine, item)) { continue; }
      const auto make = [&](local_vertex v, label_type label) {
        return Keys::next(item, v, label);
      };
      for_each_block(state_, mine.record.counts, item, [&](const edge_block& edges) {
        if (count > most_offers - label_state<F>::block) {
          offer(mine, key, offers.data(), std::exchange(count, 0));
        }
        count += state_.pick(edges, item.label, make, &offers[count]);
      });
    }
    offer(mine, key, offers.data(), count);
  }

  /// The same with a call of the function for the rows of several items.
  void process_together(lane& mine, key_type key, std::span<const item_type> items) {
    row_batch<item_type, label_type> batch;
    static_assert(label_state<F>::block <= decltype(batch)::most_edges);
    const auto look = [&] {
      state_.pick_together(batch, [&](const item_type& item, local_vertex v, label_type label) {
        const item_type next = Keys::next(item, v, label);
        offer(mine, key, &next, 1);
      });
    };
    fetch_first(items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const item_type& item = items[i];
      fetch_ahead(items, i);
      if (is_outdated(mine, item)) { continue; }
      for_each_block(state_, mine.record.counts, item, [&](const edge_block& edges) {
        if (!batch.has_room(edges.last - edges.first)) { look(); }
        batch.add(item, edges.first, edges.last);
      });
    }
    if (!batch.empty()) { look(); }
  }

  /// Whether the item's vertex has got a better label; counts it then.
  [[nodiscard]] bool is_outdated(lane& mine, const item_type& item) {
    if (!state_.function().better(state_.at(item.vertex), item.label)) { return false; }
    ++mine.record.counts.invalidated;
    return true;
  }

  /// Fetches what the first of `items` look at.
  void fetch_first(std::span<const item_type> items) const {
    for (std::size_t i = 0; i < std::min(rows_ahead, items.size()); ++i) { fetch_place(items[i]); }
    for (std::size_t i = 0; i < std::min(rows_ahead / 2, items.size()); ++i) {
      state_.prefetch_row(items[i].vertex);
    }
  }

  /// Fetches what some items behind number `i` look at.
  void fetch_ahead(std::span<const item_type> items, std::size_t i) const {
    if (i + rows_ahead < items.size()) { fetch_place(items[i + rows_ahead]); }
    if (i + rows_ahead / 2 < items.size()) {
      state_.prefetch_row(items[i + rows_ahead / 2].vertex);
    }
  }

  void fetch_place(const item_type& item) const {
    state_.prefetch_label(item.vertex);
    state_.prefetch_offset(item.vertex);
  }

  /// Fetches where the ghosts among `offers` have their owners. Without a branch: which targets are
  /// ghosts cannot be foretold.
  void fetch_owners(const item_type* offers, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      graph_.prefetch_remote(std::max(offers[i].vertex, graph_.num_local()));
    }
  }

  /// Sets the labels of `offers` that are still better than those known, and tells of them.
  void offer(lane& mine, key_type key, const item_type* offers, std::size_t count) {
    if (state_.has_ghosts()) { fetch_owners(offers, count); }
    for (std::size_t i = 0; i < count; ++i) {
      const item_type& item = offers[i];
      if (!gets_better(state_, mine.record.counts, item.vertex, item.label)) { continue; }
      if (state_.is_owned(item.vertex)) {
        put(mine, key, item);
      } else {
        const csr_graph::remote_vertex place = graph_.remote(item.vertex);
        item_type news = item;
        news.vertex = place.local;
        news_.send(this_worker(), place.owner, news);
      }
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  Keys keys_;
  label_state<F> state_;
  std::deque<lane> lanes_;  // which do not move
  key_type current_{};
  channel<item_type, receiver> news_;
};

}  // namespace orujo::label_walks
