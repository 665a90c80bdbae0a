// What a walk over the graph under one order offers to the engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "orujo/algorithms/label_correcting_state.hpp"
#include "orujo/tasks/shared_loop.hpp"
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

/// Gives the neighbours of the item's vertex the labels that its own makes possible, and calls
/// `told(target, label)` for each owned vertex whose label got better, and each ghost to be told.
template <typename State, typename Item, typename Told>
void tell_neighbours(State& state, work_statistics& work, const Item& item, Told told) {
  ++work.useful;
  work.relaxations += state.degree(item.vertex);
  if (state.has_ghosts()) { work.reduced += state.ghost_degree(item.vertex); }
  const auto tell = [&](local_vertex target, auto label) {
    if (state.is_owned(target)) {
      if (!state.improve(target, label)) { return; }
      ++work.improvements;
    } else {
      if (state.reduces() && !state.improve(target, label)) { return; }
      ++work.messages;
    }
    told(target, label);
  };
  state.look_along(item.vertex, item.label, tell);
  if (state.looks_back()) { state.template look_along<true>(item.vertex, item.label, tell); }
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
