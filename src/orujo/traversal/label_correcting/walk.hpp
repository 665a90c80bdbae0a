// What a walk over the graph under one order offers to the engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/label_correcting/state.hpp"
#include "orujo/worklists/work_record.hpp"

namespace orujo::label_walks {

/// Runs a function to its fixed point under one order, again and again in the same memory.
/// Its one virtual call is that of a whole run.
template <label_function F>
class label_walk {
public:
  virtual ~label_walk() = default;

  /// Call: collective; `roots` are vertices of this rank.
  virtual void run(const F& function, std::span<const local_vertex> roots) = 0;

  [[nodiscard]] virtual std::span<const typename F::label_type> labels() const noexcept = 0;

  /// What each of this rank's workers has noted in the last run; `useful` and `useless` together
  /// as `useful`.
  [[nodiscard]] virtual std::vector<const work_record*> records() const = 0;
};

/// Calls `give(worker, root)` with equally many roots for each worker of the team's rank.
template <typename Give>
void share_roots(const rank_team& team, std::span<const local_vertex> roots, Give give) {
  for (int w = 0; w < team.num_workers(); ++w) {
    const index_range part = even_share(roots.size(), w, team.num_workers());
    for (std::size_t i = part.first; i < part.last; ++i) {
      give(static_cast<std::size_t>(w), roots[i]);
    }
  }
}

/// Counts the item as processed, and calls `look(edges)` for the edges along which its vertex tells
/// its neighbours, some at a time.
template <typename State, typename Item, typename Look>
[[gnu::always_inline]] inline void for_each_block(State& state, work_statistics& work,
                                                  const Item& item, Look look) {
  ++work.useful;
  if (stops_at(state.function(), item.label)) { return; }
  work.relaxations += state.degree(item.vertex);
  if (state.has_ghosts()) { work.reduced += state.ghost_degree(item.vertex); }
  state.for_each_block(item.vertex, look);
}

/// Makes `label` that of `target`; false if nobody need be told: it is no better, or `target` is a
/// ghost whose owner was told of one as good.
template <typename State, typename Label>
[[nodiscard]] bool gets_better(State& state, work_statistics& work, local_vertex target,
                               Label label) {
  if (state.is_owned(target)) {
    if (!state.improve(target, label)) { return false; }
    ++work.improvements;
  } else {
    if (state.reduces() && !state.improve(target, label)) { return false; }
    ++work.messages;
  }
  return true;
}

/// Gives the neighbours of the item's vertex the labels that its own makes possible, and calls
/// `told(target, label)` for each owned vertex whose label got better, and each ghost to be told.
template <typename F, typename Told>
void tell_neighbours(label_state<F>& state, work_statistics& work, const label_item<F>& item,
                     Told told) {
  using label_type = typename F::label_type;
  const auto offer = [&](local_vertex target, label_type label) {
    if (gets_better(state, work, target, label)) { told(target, label); }
  };
  for_each_block(state, work, item, [&](const edge_block& edges) {
    if constexpr (block_function<F>) {
      row_batch<label_item<F>, label_type> batch;
      batch.add(item, edges.first, edges.last);
      state.pick_together(batch, [&](const auto& /*item*/, local_vertex target, label_type label) {
        offer(target, label);
      });
    } else {
      const auto make = [](local_vertex v, label_type label) { return label_item<F>{v, label}; };
      std::array<label_item<F>, label_state<F>::block> offers;
      const std::size_t count = state.pick(edges, item.label, make, offers.data());
      for (std::size_t i = 0; i < count; ++i) { offer(offers[i].vertex, offers[i].label); }
    }
  });
}

/// Takes in labels that other ranks sent: `improved(item)` for each that is better.
template <typename State, typename Item, typename Improved>
void take_in(State& state, work_statistics& work, std::span<const Item> batch, Improved improved) {
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (i + state.prefetch_distance() < batch.size()) {
      state.prefetch_label(batch[i + state.prefetch_distance()].vertex);
    }
    if (state.improve(batch[i].vertex, batch[i].label)) {
      ++work.improvements;
      improved(batch[i]);
    } else {
      ++work.rejected;
    }
  }
}

}  // namespace orujo::label_walks
