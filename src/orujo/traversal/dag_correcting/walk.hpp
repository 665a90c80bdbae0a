// What a walk over an acyclic graph under one order offers, and what both orders do alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/traversal/dag_correcting/state.hpp"
#include "orujo/traversal/row_prefetch.hpp"
#include "orujo/worklists/item_source.hpp"

namespace orujo::dag_walks {

/// A vertex's new value, for a rank that has the vertex as a ghost.
template <dag_function F>
struct value_news {
  local_vertex ghost;
  typename F::value_type value;
  std::uint32_t number;  ///< Newer values have higher ones, from 1.
  std::uint32_t depth;   ///< How far the vertex is from the roots, as far as it knows.
};

/// Gives each vertex its value. Its one virtual call is that of a whole run.
template <dag_function F>
class dag_walk {
public:
  virtual ~dag_walk() = default;

  /// Call: collective.
  virtual void run(const F& function) = 0;

  /// The value of an owned vertex after the last run.
  [[nodiscard]] virtual typename F::value_type value(local_vertex v) const noexcept = 0;

  /// What this rank's workers noted in the last run.
  [[nodiscard]] virtual std::vector<const work_record*> records() const = 0;
};

/// The part that does not depend on the order, which `Order` adds: `Order::lane` with a list, and
/// `start()`, `begin(lane, first, last)`, `process_one(worker, lane)`, `hear(lane, vertex,
/// change)`.
template <dag_function F, bool Shared, typename Order>
class dag_walk_base : public dag_walk<F> {
public:
  using value_type = typename F::value_type;
  using slots = value_slots<F, Shared>;

  void run(const F& function) final {
    function_ = &function;
    start_records(team_, order().lanes());
    order().start();
    order().lanes().front().record.counts.phases = 1;
    if (team_.size() == 1 && !Shared) {
      auto& mine = order().lanes().front();
      set_up(0, slots_.size());
      order().begin(mine, 0, dag_.graph().num_local());
      items_of source{order(), mine};
      return process_alone(team_.worker_at(0), source, mine.record);
    }
    // All slots are set up before the first message may come.
    parallel_for(team_, slots_.size(), 1 << 16,
                 [&](std::size_t first, std::size_t last) { set_up(first, last); });
    epoch until(team_);
    team_.on_workers([&](worker& self) {
      auto& mine = order().lane_of(self);
      const index_range share =
          even_share(dag_.graph().num_local(), self.index(), team_.num_workers());
      order().begin(mine, static_cast<local_vertex>(share.first),
                    static_cast<local_vertex>(share.last));
      items_of source{order(), mine};
      process_until_end(self, until, source, mine.record);
    });
  }

  [[nodiscard]] value_type value(local_vertex v) const noexcept final {
    return slots_.at(v).value();
  }

  [[nodiscard]] std::vector<const work_record*> records() const final {
    return records_of(static_cast<const Order&>(*this).lanes());
  }

protected:
  dag_walk_base(rank_team& team, const oriented_graph& dag)
      : team_(team),
        dag_(dag),
        slots_(std::size_t{dag.graph().num_local()} + dag.graph().num_ghosts()),
        news_(team, receiver{this}, {.name = "values"}) {}

  /// A change of a value, told to the vertices after it.
  struct change {
    value_type before;
    value_type after;
    std::uint32_t depth;  ///< Of the vertex that changed.
  };

  [[nodiscard]] const oriented_graph& dag() const noexcept { return dag_; }
  [[nodiscard]] slots& values() noexcept { return slots_; }
  [[nodiscard]] const F& function() const noexcept { return *function_; }

  template <typename Lane>
  [[nodiscard]] value_type decide(Lane& mine, local_vertex v) {
    const std::span<const local_vertex> before = dag_.predecessors(v);
    mine.record.counts.relaxations += before.size();
    return function_->decide(value_range<F, Shared>(slots_, before));
  }

  /// Gives `v` a value and tells all vertices after it, here and elsewhere. The worker holds `v`.
  template <typename Lane>
  void publish(worker& self, Lane& mine, local_vertex v, const change& made) {
    ++mine.record.counts.useful;
    ++mine.record.counts.improvements;
    slots_.change(v, made.before, made.after);
    for (const ghost_copy& copy : dag_.copies(v)) {
      ++mine.record.counts.messages;
      news_.send(self, copy.rank, {copy.ghost, made.after, order().next_number(v), made.depth});
    }
    tell(mine, v, made);
  }

private:
  /// What a worker has in its list, as a source of work.
  template <typename Lane>
  struct items_of {
    Order& order;
    Lane& mine;

    [[nodiscard]] std::size_t queued() const noexcept { return mine.list.size(); }
    release_reason process(worker& self, std::size_t most) {
      for (; most > 0 && !mine.list.empty(); --most) { order.process_one(self, mine); }
      return mine.list.empty() ? release_reason::empty : release_reason::pace;
    }
  };
  template <typename Lane>
  items_of(Order&, Lane&) -> items_of<Lane>;

  struct receiver {
    dag_walk_base* owner;
    void operator()(worker& self, std::span<const value_news<F>> batch) const {
      for (const value_news<F>& each : batch) {
        owner->take_in(owner->order().lane_of(self), each);
      }
    }
  };

  [[nodiscard]] Order& order() noexcept { return static_cast<Order&>(*this); }

  void set_up(std::size_t first, std::size_t last) {
    const local_vertex owned = dag_.graph().num_local();
    for (std::size_t i = first; i < last; ++i) {
      const auto v = static_cast<local_vertex>(i);
      slots_.set(v, F::undecided, v < owned ? order().first_count(v) : 0);
    }
  }

  template <typename Lane>
  void take_in(Lane& mine, const value_news<F>& news) {
    const typename slots::slot known = slots_.renew(news.ghost, news.value, news.number);
    if (known.count() >= news.number) {
      ++mine.record.counts.rejected;
      return;
    }
    tell(mine, news.ghost, {known.value(), news.value, news.depth});
  }

  template <typename Lane>
  void tell(Lane& mine, local_vertex v, const change& made) {
    const std::span<const local_vertex> after = dag_.successors(v);
    work_statistics& counts = mine.record.counts;
    counts.relaxations += after.size();
    const std::uint64_t rejected = counts.rejected;
    for (const local_vertex next : after) { order().hear(mine, next, made); }
    if (!dag_.graph().is_owned(v)) { return; }
    counts.rejected_locally += counts.rejected - rejected;
    counts.rejected = rejected;
  }

  rank_team& team_;
  const oriented_graph& dag_;
  slots slots_;
  const F* function_ = nullptr;
  channel<value_news<F>, receiver> news_;
};

}  // namespace orujo::dag_walks
