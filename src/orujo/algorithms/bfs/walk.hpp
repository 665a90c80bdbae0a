// The levels of one breadth-first search: all workers of all ranks walk through them together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/algorithms/bfs/direction.hpp"
#include "orujo/algorithms/bfs/state.hpp"
#include "orujo/algorithms/bfs/top_down.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo::breadth_first {

/// Where a walk stands. Every worker has its own, and all are equal at each barrier.
struct walk_position {
  /// At the source.
  explicit walk_position(const search_state& state)
      : rule(state.options, state.graph), frontier{.vertices = 1, .edges = 0} {
    arrive();
  }

  /// To the next level, which has the size `found`.
  void advance(const frontier_size& found) noexcept {
    ++level;
    frontier = found;
    if (frontier.vertices > 0) { arrive(); }
  }

  std::uint32_t level = 0;  ///< To be expanded next.
  direction_rule rule;
  frontier_size frontier;
  direction how = direction::top_down;   ///< To expand it.
  direction form = direction::top_down;  ///< Of the frontier: lists, or bits for bottom-up.
  bfs_facts facts;

private:
  void arrive() noexcept {
    facts.reached += frontier.vertices;
    facts.depth_sum += frontier.vertices * level;
    facts.max_depth = level;
    how = rule.next(frontier);
    ++(how == direction::top_down ? facts.top_down_levels : facts.bottom_up_levels);
  }
};

/// Walks from a source to the last level. The workers stay in one on_workers() for the whole
/// search, with one barrier for each level, as some graphs have thousands of tiny levels.
class level_walk {
public:
  /// Call: collective. `state` outlives the object.
  explicit level_walk(search_state& state)
      : state_(state), adoptions_(state.team, adopt_handler{&state}, {.how = deliver::now}) {}

  /// Ends behind the level of `target`, if there is one. Call: collective; worker 0, outside
  /// on_workers().
  void run(vertex_id source, vertex_id target);

private:
  void walk(worker& self, vertex_id source);
  void plant(worker& self, vertex_id source);
  [[nodiscard]] bool is_small(const walk_position& here) const noexcept;
  void expand_alone(worker& self, walk_position& here);
  void expand(worker& self, walk_position& here);
  void turn(worker& self, walk_position& here);
  [[nodiscard]] frontier_size find_next(worker& self, const walk_position& here);
  [[nodiscard]] frontier_size agree(worker& self, const frontier_size& own);
  void write_unreached(worker& self);
  [[nodiscard]] bool target_is_found() const noexcept;
  [[nodiscard]] bool is_settled(worker& self);

  /// Runs `action` on worker 0 while the others wait: for what is collective.
  template <typename Action>
  void alone(worker& self, Action&& action) {
    state_.team.worker_barrier();
    if (self.index() == 0) { action(); }
    state_.team.worker_barrier();
  }

  search_state& state_;
  adoption_channel adoptions_;
  vertex_id target_ = no_vertex;           ///< Of the search.
  bool settled_ = false;                   ///< Its target is found. Written between barriers.
  std::optional<epoch> phase_;             ///< Of the level, if there are several ranks.
  frontier_size agreed_;                   ///< Of all ranks. Written between barriers.
  std::optional<walk_position> advanced_;  ///< By worker 0 alone. Written between barriers.
};

}  // namespace orujo::breadth_first
