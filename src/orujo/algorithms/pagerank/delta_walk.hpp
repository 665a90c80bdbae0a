// Residuals on their way: lists of the vertices that have one, and messages that carry them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/algorithms/pagerank/residuals.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/reducing_channel.hpp"
#include "orujo/traversal/row_prefetch.hpp"
#include "orujo/traversal/vertex_homes.hpp"
#include "orujo/worklists/item_source.hpp"

namespace orujo::page_rank {

/// Part of the residual of a vertex, on its way to its owner.
template <std::floating_point T>
struct residual_part {
  T amount;
  local_vertex to;  ///< As its owner numbers it.
};

/// What one phase after the other is asked of, however residuals are kept and sent.
template <std::floating_point T>
class residual_walk {
public:
  virtual ~residual_walk() = default;

  /// The scores, residuals and thresholds: to be set before the first run, and between two.
  [[nodiscard]] virtual residual_state<T>& state() noexcept = 0;

  /// Forgets what was noted. Call: collective.
  virtual void start() = 0;

  /// Processes vertices until no residual is above its threshold. Call: collective.
  virtual void run() = 0;

  /// What each of this rank's workers did since start().
  [[nodiscard]] virtual std::vector<const work_record*> records() const = 0;
};

/// Each vertex has a home worker, which keeps the items of its vertices; whoever raises a residual
/// above the threshold brings the item there. `Kind`: how what goes to other ranks is reduced. With
/// `ghosts` a ghost is an item too: it waits in the list of the worker that made it one, while
/// others add to it, and is sent when its turn comes.
template <std::floating_point T, typename List, reduction_kind Kind>
class delta_walk final : public residual_walk<T> {
public:
  /// `shares`: what each out-edge carries of what its vertex gives; empty where all of a vertex's
  /// edges carry the same. Call: collective. `team` and `graph` outlive the object.
  delta_walk(rank_team& team, const csr_graph& graph, double damping, huge_array<T> shares)
      : team_(team),
        graph_(graph),
        damping_(damping),
        shares_(std::move(shares)),
        state_(team, graph),
        homes_(team),
        parts_(open(team, this)),
        handovers_(team, taker{this}, {.how = deliver::home, .name = "items for other workers"}) {
    for (int w = 0; w < team.num_workers(); ++w) { lanes_.emplace_back(*this); }
  }
  delta_walk(const delta_walk&) = delete;
  delta_walk& operator=(const delta_walk&) = delete;

  [[nodiscard]] residual_state<T>& state() noexcept override { return state_; }
  void start() override { start_records(team_, lanes_); }
  void run() override;
  [[nodiscard]] std::vector<const work_record*> records() const override {
    return records_of(lanes_);
  }

private:
  using part_type = residual_part<T>;

  /// The items of a worker, as a source of work.
  struct alignas(cache_line_bytes) lane {
    explicit lane(delta_walk& walk) : record(walk.team_.values()), owner(&walk) {}

    [[nodiscard]] std::size_t queued() const noexcept { return list.size(); }
    release_reason process(worker& self, std::size_t most) {
      for (; most > 0 && !list.empty(); --most) { owner->process_one(self, *this); }
      return list.empty() ? release_reason::empty : release_reason::pace;
    }

    List list;
    work_record record;
    std::array<local_vertex, 64> raised;  // by the part of a row that is looked at
    delta_walk* owner;
  };

  struct receiver {
    delta_walk* owner;
    void operator()(worker& self, std::span<const part_type> batch) const {
      owner->receive(owner->lane_of(self), batch);
    }
  };
  /// Vertices of this rank, whose residuals another worker has raised.
  struct taker {
    delta_walk* owner;
    void operator()(worker& self, std::span<const local_vertex> batch) const {
      for (const local_vertex v : batch) { owner->put(owner->lane_of(self), v); }
    }
  };
  struct by_target {
    std::uint64_t operator()(const part_type& each) const noexcept { return each.to; }
  };
  struct add_amount {
    void operator()(part_type& kept, const part_type& each) const noexcept {
      kept.amount += each.amount;
    }
  };
  using reducer_type = sum_reducer<by_target, add_amount>;
  static constexpr bool gathers = Kind == reduction_kind::ghosts;
  using channel_type = std::conditional_t<Kind == reduction_kind::cache,
                                          reducing_channel<part_type, receiver, reducer_type>,
                                          channel<part_type, receiver>>;

  static channel_type open(rank_team& team, delta_walk* owner) {
    const channel_options options{.how = deliver::home, .name = "residuals"};
    if constexpr (Kind == reduction_kind::cache) {
      return channel_type(team, receiver{owner}, reducer_type{by_target{}, add_amount{}}, options);
    } else {
      return channel_type(team, receiver{owner}, options);
    }
  }

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  void seed(std::size_t home, lane& mine);
  void process_one(worker& self, lane& mine);
  void fetch_ahead(const lane& mine) const;
  void send(worker& self, lane& mine, local_vertex ghost, T amount);
  void receive(lane& mine, std::span<const part_type> batch);

  void give_along(worker& self, lane& mine, local_vertex v, T amount);
  template <typename PartOf>
  void give_parts(worker& self, lane& mine, std::span<const local_vertex> row, PartOf part_of);
  template <typename PartOf>
  std::size_t add_to_each(worker& self, lane& mine, std::span<const local_vertex> some,
                          PartOf part_of);
  void bring_home(worker& self, lane& mine, local_vertex v);

  [[nodiscard]] std::uint64_t ghosts_in(std::span<const local_vertex> row) const noexcept {
    std::uint64_t count = 0;
    for (const local_vertex target : row) { count += state_.is_owned(target) ? 0U : 1U; }
    return count;
  }

  /// Queues `v`, but for a residual that has become small since somebody said that it was not.
  void put(lane& mine, local_vertex v) {
    if (const urgency how = state_.urgency_at(v); how > 0) {
      mine.list.push(v, how);
    } else if (state_.is_owned(v)) {
      ++mine.record.counts.invalidated;
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  double damping_;
  huge_array<T> shares_;
  residual_state<T> state_;
  vertex_homes homes_;
  std::vector<lane> lanes_;
  channel_type parts_;
  channel<local_vertex, taker> handovers_;
};

// --- implementation --------------------------------------------------------------------------

template <std::floating_point T, typename List, reduction_kind Kind>
void delta_walk<T, List, Kind>::run() {
  ++lanes_.front().record.counts.phases;
  if (team_.size() == 1 && !state_.is_shared()) {
    seed(0, lanes_.front());
    return process_alone(team_.worker_at(0), lanes_.front(), lanes_.front().record);
  }
  epoch until(team_);
  team_.on_workers([&](worker& self) {
    lane& mine = lane_of(self);
    seed(static_cast<std::size_t>(self.index()), mine);
    process_until_end(self, until, mine, mine.record);
  });
}

template <std::floating_point T, typename List, reduction_kind Kind>
void delta_walk<T, List, Kind>::seed(std::size_t home, lane& mine) {
  homes_.for_each_of(home, state_.size(), [&](local_vertex v) {
    if (const urgency how = state_.urgency_at(v); how > 0) { mine.list.push(v, how); }
  });
}

template <std::floating_point T, typename List, reduction_kind Kind>
void delta_walk<T, List, Kind>::process_one(worker& self, lane& mine) {
  const local_vertex v = mine.list.pop();
  fetch_ahead(mine);
  work_statistics& work = mine.record.counts;
  const T amount = state_.take(v);
  if (!state_.is_owned(v)) {
    if (amount != 0) { send(self, mine, v, amount); }
  } else if (amount == 0) {
    ++work.invalidated;
  } else {
    ++work.useful;
    state_.raise_score(v, amount);
    give_along(self, mine, v, amount);
  }
}

/// Adds what `v` gives for the `amount` that its score has grown to the residual of each
/// out-neighbour, and sees to those that have to be processed for it.
template <std::floating_point T, typename List, reduction_kind Kind>
void delta_walk<T, List, Kind>::give_along(worker& self, lane& mine, local_vertex v, T amount) {
  const std::span<const local_vertex> row = graph_.out_edges().row(v);
  const T damped = static_cast<T>(damping_) * amount;
  mine.record.counts.relaxations += row.size();
  if (gathers && graph_.num_ghosts() > 0) { mine.record.counts.reduced += ghosts_in(row); }
  if (shares_.empty()) {
    const T part = damped / static_cast<T>(row.size());
    give_parts(self, mine, row, [part](std::size_t) { return part; });
  } else {
    const T* const shares = shares_.data() + graph_.out_edges().offsets[v];
    give_parts(self, mine, row, [=](std::size_t i) { return damped * shares[i]; });
  }
}

/// Adds `part_of(i)` to the residual of the target with the place i in `row`.
template <std::floating_point T, typename List, reduction_kind Kind>
template <typename PartOf>
void delta_walk<T, List, Kind>::give_parts(worker& self, lane& mine,
                                           std::span<const local_vertex> row, PartOf part_of) {
  for (std::size_t first = 0; first < row.size(); first += mine.raised.size()) {
    const std::size_t size = std::min(mine.raised.size(), row.size() - first);
    const std::size_t count = add_to_each(self, mine, row.subspan(first, size),
                                          [=](std::size_t i) { return part_of(first + i); });
    for (std::size_t i = 0; i < count; ++i) { bring_home(self, mine, mine.raised[i]); }
  }
}

/// The same for `some`, and puts those that have to be processed for it into `mine.raised`; returns
/// how many these are. Whether a residual gets above its threshold is hard to foretell: no branch
/// depends on it. The loop is too long for the processor to have many reads under way: they are
/// begun before.
template <std::floating_point T, typename List, reduction_kind Kind>
template <typename PartOf>
std::size_t delta_walk<T, List, Kind>::add_to_each(worker& self, lane& mine,
                                                   std::span<const local_vertex> some,
                                                   PartOf part_of) {
  for (const local_vertex target : some) { state_.prefetch(target); }
  std::size_t count = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    const local_vertex target = some[i];
    if (!gathers && !state_.is_owned(target)) {
      send(self, mine, target, part_of(i));
      continue;
    }
    mine.raised[count] = target;
    count += state_.template add<List>(target, part_of(i)) ? 1U : 0U;
  }
  return count;
}

/// A ghost stays with the worker that raised it.
template <std::floating_point T, typename List, reduction_kind Kind>
void delta_walk<T, List, Kind>::bring_home(worker& self, lane& mine, local_vertex v) {
  const bool is_owned = state_.is_owned(v);
  mine.record.counts.improvements += is_owned ? 1U : 0U;
  const std::size_t home = homes_.of(v);
  if (!is_owned || home == static_cast<std::size_t>(self.index())) {
    put(mine, v);
  } else {
    handovers_.send_home(self, homes_.number(team_.rank(), home), v);
  }
}

template <std::floating_point T, typename List, reduction_kind Kind>
void delta_walk<T, List, Kind>::fetch_ahead(const lane& mine) const {
  if (mine.list.empty()) { return; }
  const adjacency& edges = graph_.out_edges();
  const local_vertex later = mine.list.later(rows_ahead);
  const local_vertex sooner = mine.list.later(rows_ahead / 2);
  state_.prefetch(later);
  if (state_.is_owned(later)) { prefetch_to_read(&edges.offsets[later]); }
  if (state_.is_owned(sooner)) { prefetch_to_read(edges.targets.data() + edges.offsets[sooner]); }
}

template <std::floating_point T, typename List, reduction_kind Kind>
void delta_walk<T, List, Kind>::send(worker& self, lane& mine, local_vertex ghost, T amount) {
  const csr_graph::remote_vertex place = graph_.remote(ghost);
  const std::size_t home = homes_.number(place.owner, homes_.of(place.local));
  auto out = parts_.from(self);
  work_statistics& work = mine.record.counts;
  if constexpr (Kind == reduction_kind::cache) {
    ++(out.send_home(home, {amount, place.local}) ? work.reduced : work.messages);
  } else {
    ++work.messages;
    out.send_home(home, {amount, place.local});
  }
}

template <std::floating_point T, typename List, reduction_kind Kind>
void delta_walk<T, List, Kind>::receive(lane& mine, std::span<const part_type> batch) {
  const auto ahead = static_cast<std::size_t>(team_.values().integer(setting::prefetch_distance));
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (i + ahead < batch.size()) { state_.prefetch(batch[i + ahead].to); }
    if (state_.template add<List>(batch[i].to, batch[i].amount)) {
      ++mine.record.counts.improvements;
      put(mine, batch[i].to);
    } else {
      ++mine.record.counts.rejected;
    }
  }
}

}  // namespace orujo::page_rank
