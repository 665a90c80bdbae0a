// What happens in a level of breadth-first search, and what between two.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/walk.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "orujo/algorithms/bfs/bottom_up.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::breadth_first {

namespace {

/// Frontiers of fewer vertices are not worth a barrier.
constexpr std::uint64_t smallest_shared_frontier = 64;

}  // namespace

void level_walk::run(vertex_id source, vertex_id target) {
  target_ = target;
  state_.team.on_workers([&](worker& self) { walk(self, source); });
}

void level_walk::walk(worker& self, vertex_id source) {
  plant(self, source);
  walk_position here(state_);
  while (here.frontier.vertices > 0) {
    if (!is_small(here)) {
      expand(self, here);
    } else {
      if (self.index() == 0) {
        expand_alone(self, here);
        advanced_ = here;
      }
      state_.team.worker_barrier();
      here = *advanced_;  // next written behind the barrier of a level that all expand
    }
    if (is_settled(self)) { break; }
  }
  write_unreached(self);
  if (self.index() == 0) { state_.tree.facts = here.facts; }
}

/// Forgets an earlier search, and makes the source the frontier.
void level_walk::plant(worker& self, vertex_id source) {
  bit_array& seen = state_.seen_by(self);
  std::fill(seen.words(), seen.words() + seen.num_words(), 0);
  state_.lane_of(self).restart(0);
  if (self.index() == 0) { state_.words_of(0).restart(words_for(state_.graph.num_local())); }
  state_.team.worker_barrier();
  if (self.index() == 0 && state_.graph.owns(target_)) {
    state_.tree.parent[state_.graph.local(target_)] = no_vertex;
  }
  if (self.index() == 0 && state_.graph.owns(source)) {
    const local_vertex v = state_.graph.local(source);
    state_.seen[state_.homes.of(v)].claim(v);
    state_.adopt(v, source, 0);
    state_.lane_of(self).push(0, v);
  }
  state_.team.worker_barrier();
}

/// Whether worker 0 had better expand the level alone.
bool level_walk::is_small(const walk_position& here) const noexcept {
  return state_.team.size() == 1 && state_.lanes.size() > 1 &&
         here.frontier.vertices < smallest_shared_frontier && here.form == direction::top_down &&
         here.how == direction::top_down;
}

/// Small levels, one after the other, by worker 0 while the others wait.
void level_walk::expand_alone(worker& self, walk_position& here) {
  do {
    for (frontier_lane& each : state_.lanes) { each.begin(here.level); }
    state_.words_of(here.level + 1).restart(words_for(state_.graph.num_local()));
    expand_frontier_alone(state_, self, adoptions_);
    const frontier_lane& lane = state_.lane_of(self);
    state_.count(self, lane.vertices(here.level + 1).size());
    here.advance(size_of_found(state_, lane, here.rule.edge_limit()));
  } while (here.frontier.vertices > 0 && is_small(here) && !target_is_found());
}

/// One level, by all workers.
void level_walk::expand(worker& self, walk_position& here) {
  state_.lane_of(self).begin(here.level);
  if (self.index() == 0) {
    state_.words_of(here.level + 1).restart(words_for(state_.graph.num_local()));
  }
  turn(self, here);
  here.advance(agree(self, find_next(self, here)));
}

/// Brings the frontier into the form that the level's direction reads.
void level_walk::turn(worker& self, walk_position& here) {
  if (here.form == here.how) { return; }
  here.form = here.how;
  if (here.how == direction::bottom_up) { return lists_to_bits(state_, self, here.level); }
  bits_to_list(state_, self, here.level);
  state_.team.worker_barrier();
}

/// What this worker finds of the next level.
frontier_size level_walk::find_next(worker& self, const walk_position& here) {
  const bool several_ranks = state_.team.size() > 1;
  if (here.how == direction::bottom_up) {
    if (several_ranks) {
      alone(self, [&] { exchange_frontier(state_, here.level); });
    }
    const std::uint64_t found = search_frontier(state_, self);
    state_.count(self, found);
    return {.vertices = found, .edges = 0};
  }
  if (several_ranks) {
    alone(self, [&] { phase_.emplace(state_.team); });
    phase_->enter(self);
  }
  expand_frontier(state_, self, adoptions_);
  if (several_ranks) {
    phase_->finish(self);
    self.enter_epoch(0);
  }
  state_.team.worker_barrier();
  take_in_boxes(state_, self);
  const frontier_lane& lane = state_.lane_of(self);
  state_.count(self, lane.vertices(here.level + 1).size());
  return size_of_found(state_, lane, here.rule.edge_limit());
}

/// The sum of what all workers of all ranks have found.
frontier_size level_walk::agree(worker& self, const frontier_size& own) {
  const std::uint32_t level = state_.lane_of(self).level() + 1;
  state_.lane_of(self).found(level) = own;
  state_.team.worker_barrier();
  frontier_size sum;
  for (frontier_lane& each : state_.lanes) { sum += each.found(level); }
  if (state_.team.size() == 1) { return sum; }
  if (self.index() == 0) {
    phase_.reset();
    agreed_ = all_reduce(state_.team, sum, [](frontier_size a, const frontier_size& b) {
      a += b;
      return a;
    });
  }
  state_.team.worker_barrier();
  return agreed_;
}

/// Whether the owner of the target has found it; on other ranks false. Call: while no worker looks
/// for vertices, or only this one does.
bool level_walk::target_is_found() const noexcept {
  return state_.graph.owns(target_) && state_.tree.parent[state_.graph.local(target_)] != no_vertex;
}

/// Whether the search has a target, and some rank has found it.
bool level_walk::is_settled(worker& self) {
  if (target_ == no_vertex) { return false; }
  alone(self, [&] { settled_ = all_max(state_.team, target_is_found() ? 1 : 0) == 1; });
  return settled_;
}

void level_walk::write_unreached(worker& self) {
  const index_range share = state_.share_of(self, words_for(state_.graph.num_local()));
  for (std::size_t word = share.first; word < share.last; ++word) {
    for_each_bit(~state_.closed_word(word) & state_.owned_mask(word), word,
                 [&](local_vertex v) { state_.adopt(v, no_vertex, unreached); });
  }
}

}  // namespace orujo::breadth_first
