// The levels of one search: all workers of all ranks walk through them together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "orujo/epochs/closing_note.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/level_search/direction.hpp"
#include "orujo/traversal/level_search/exchange.hpp"
#include "orujo/traversal/level_search/facts.hpp"
#include "orujo/traversal/level_search/pull.hpp"
#include "orujo/traversal/level_search/push.hpp"
#include "orujo/traversal/level_search/request.hpp"
#include "orujo/traversal/level_search/state.hpp"

namespace orujo::level_wise {

/// Frontiers of fewer vertices are not worth a barrier.
inline constexpr std::uint64_t smallest_shared_frontier = 64;

/// Where a walk stands. Every worker has its own, and all are equal at each barrier.
struct walk_position {
  /// At the source.
  walk_position(const direction_choice& choice, const csr_graph& graph,
                const search_request& wanted)
      : rule(choice, graph),
        frontier{.vertices = 1, .edges = 0, .has_target = wanted.source == wanted.target} {
    arrive();
  }

  /// To the next level, which has the size `found`.
  void advance(const frontier_size& found) noexcept {
    ++level;
    frontier = found;
    if (frontier.vertices > 0) { arrive(); }
  }

  /// Whether there is a level to expand.
  [[nodiscard]] bool goes_on() const noexcept {
    return frontier.vertices > 0 && !frontier.has_target;
  }

  std::uint32_t level = 0;  ///< To be expanded next.
  direction_rule rule;
  frontier_size frontier;
  map_direction how = map_direction::push;   ///< To expand it.
  map_direction form = map_direction::push;  ///< Of the frontier: lists, or bits to be pulled.
  search_facts facts;

private:
  void arrive() noexcept {
    facts.reached += frontier.vertices;
    facts.depth_sum += frontier.vertices * level;
    facts.max_depth = level;
    if (frontier.has_target) { return; }
    how = rule.next(frontier);
    ++(how == map_direction::push ? facts.pushed_levels : facts.pulled_levels);
  }
};

/// Walks from a source to the last level. The workers stay in one on_workers() for the whole
/// search, with one to three barriers for each level, as some graphs have thousands of tiny levels.
template <reach_operator Operator>
class level_walk {
public:
  /// Call: collective. `state` outlives the object.
  explicit level_walk(search_state<Operator>& state)
      : state_(state),
        discoveries_(state.team, {&state}, {.how = deliver::now, .name = "discoveries"}) {}

  /// Call: collective; worker 0, outside on_workers().
  [[nodiscard]] search_facts run(const direction_choice& choice, const search_request& wanted) {
    request_ = wanted;
    state_.team.on_workers([&](worker& self) { walk(self, choice); });
    return facts_;
  }

private:
  void walk(worker& self, const direction_choice& choice) {
    plant(self);
    walk_position here(choice, state_.graph, request_);
    while (here.goes_on()) {
      if (!is_small(here)) {
        expand(self, here);
        continue;
      }
      if (self.index() == 0) {
        expand_alone(self, here);
        advanced_ = here;
      }
      state_.team.worker_barrier();
      here = *advanced_;  // next written behind the barrier of a level that all expand
    }
    leave_others(self);
    if (self.index() == 0) { facts_ = here.facts; }
  }

  /// Forgets an earlier search, and makes the source the frontier.
  void plant(worker& self) {
    open_vertices(self);
    state_.lane_of(self).restart(0);
    if (self.index() == 0) { state_.words_of(0).restart(words_for(state_.graph.num_local())); }
    state_.team.worker_barrier();
    if (self.index() == 0 && state_.graph.owns(request_.source)) {
      const local_vertex v = state_.graph.local(request_.source);
      state_.seen[state_.homes.of(v)].claim(v);
      state_.op.reach(v, value_given(state_.op, v), 0);
      state_.lane_of(self).push(0, v);
    }
    state_.team.worker_barrier();
  }

  /// Makes those that the search may reach the only ones that nobody has seen.
  void open_vertices(worker& self) {
    if constexpr (limited_operator<Operator>) {
      const std::size_t vertices =
          std::size_t{state_.graph.num_local()} + state_.graph.num_ghosts();
      const index_range share = state_.share_of(self, words_for(vertices));
      for (std::size_t word = share.first; word < share.last; ++word) {
        std::uint64_t closed = 0;
        for (std::size_t bit = 0; bit < std::min(word_bits, vertices - word * word_bits); ++bit) {
          const auto v = static_cast<local_vertex>(word * word_bits + bit);
          closed |= std::uint64_t{!state_.op.wants(v)} << bit;
        }
        for (bit_array& each : state_.seen) { each.words()[word] = closed; }
      }
    } else {
      bit_array& seen = state_.seen_by(self);
      std::fill(seen.words(), seen.words() + seen.num_words(), 0);
    }
  }

  /// Whether worker 0 had better expand the level alone.
  bool is_small(const walk_position& here) const noexcept {
    return state_.team.size() == 1 && state_.lanes.size() > 1 &&
           here.frontier.vertices < smallest_shared_frontier && here.form == map_direction::push &&
           here.how == map_direction::push;
  }

  /// Small levels, one after the other, by worker 0 while the others wait.
  void expand_alone(worker& self, walk_position& here) {
    do {
      for (auto& each : state_.lanes) { each.begin(here.level); }
      state_.words_of(here.level + 1).restart(words_for(state_.graph.num_local()));
      expand_frontier_alone(state_, self, discoveries_);
      const auto& lane = state_.lane_of(self);
      frontier_size found = size_of_found(state_, lane, counted_at_once(here));
      found.pushed_edges = state_.count(self, found.vertices);
      if (is_to_be_counted(here, found)) {
        found.edges = size_of_found(state_, lane, here.rule.edge_limit()).edges;
      }
      found.has_target = has_target([](std::size_t /*home*/) { return true; });
      here.advance(found);
    } while (here.goes_on() && is_small(here));
  }

  /// One level, by all workers.
  void expand(worker& self, walk_position& here) {
    state_.lane_of(self).begin(here.level);
    if (self.index() == 0) {
      state_.words_of(here.level + 1).restart(words_for(state_.graph.num_local()));
    }
    turn(self, here);
    here.advance(agree(self, here, find_next(self, here)));
  }

  /// Up to how many edges each worker counts before it is known how many vertices there are.
  [[nodiscard]] std::uint64_t counted_at_once(const walk_position& here) const noexcept {
    return state_.has_short_rows() ? 0 : here.rule.edge_limit();
  }

  /// Whether edges that were not counted at once may matter. To count them takes a look at each
  /// vertex of the level, which is in no cache.
  [[nodiscard]] bool is_to_be_counted(const walk_position& here,
                                      const frontier_size& found) const noexcept {
    return state_.has_short_rows() &&
           here.rule.depends_on_edges(found, found.vertices * state_.graph.longest_row());
  }

  /// Brings the frontier into the form that the level's direction reads.
  void turn(worker& self, walk_position& here) {
    if (here.form == here.how) { return; }
    here.form = here.how;
    if (here.how == map_direction::pull) { return lists_to_bits(state_, self, here.level); }
    bits_to_list(state_, self, here.level);
    state_.team.worker_barrier();
  }

  /// What this worker finds of the next level.
  frontier_size find_next(worker& self, const walk_position& here) {
    const bool several_ranks = state_.team.size() > 1;
    if (here.how == map_direction::pull) {
      if (several_ranks) {
        alone(self, [&] { tell_ghosts(here.level); });
      }
      const std::uint64_t found = search_frontier(state_, self);
      state_.count(self, found);
      return {.vertices = found, .edges = 0};
    }
    if (several_ranks) {
      alone(self, [&] { begin_phase(here.rule.edge_limit()); });
      phase_->enter(self);
    }
    expand_frontier(state_, self, discoveries_);
    if (several_ranks) {
      phase_->finish(self);
      self.enter_epoch(0);
    }
    state_.team.worker_barrier();
    take_in_boxes(state_, self);
    const auto& lane = state_.lane_of(self);
    const std::uint64_t looked_at = state_.count(self, lane.vertices(here.level + 1).size());
    if (agrees_with_epoch(here.how)) { return counted_; }
    frontier_size found = size_of_found(state_, lane, counted_at_once(here));
    found.pushed_edges = looked_at;
    found.has_target = has_target(
        [&](std::size_t home) { return home == static_cast<std::size_t>(self.index()); });
    return found;
  }

  void begin_phase(std::uint64_t edge_limit) {
    counted_ = {};
    edge_limit_ = edge_limit;
    closing_note* const note = agrees_with_epoch(map_direction::push) ? &note_ : nullptr;
    phase_.emplace(state_.team, epoch_options{.note = note});
  }

  /// Whether the ranks tell each other as the epoch ends what they have found. Where there are
  /// several workers, these have yet to take in what is in their boxes.
  [[nodiscard]] bool agrees_with_epoch(map_direction how) const noexcept {
    return how == map_direction::push && state_.team.size() > 1 && state_.lanes.size() == 1;
  }

  /// What the only worker of this rank has found so far.
  [[nodiscard]] frontier_size found_so_far() {
    auto& lane = state_.lanes.front();
    counted_ = size_of_found(state_, lane, edge_limit_, counted_);
    counted_.pushed_edges = lane.looked().edges;
    counted_.has_target = has_target([](std::size_t /*home*/) { return true; });
    return counted_;
  }

  /// Whether the target is reached, if it is owned and its home is one to ask. Call: while that
  /// home, if it is another worker, waits.
  template <typename IsAsked>
  [[nodiscard]] bool has_target(IsAsked is_asked) const noexcept {
    if (request_.target == no_vertex || !state_.graph.owns(request_.target)) { return false; }
    const local_vertex v = state_.graph.local(request_.target);
    const std::size_t home = state_.homes.of(v);
    return is_asked(home) && state_.seen[home].test(v);
  }

  /// Tells other ranks which of their ghosts are in the frontier, and hears about this rank's own.
  void tell_ghosts(std::uint32_t level) {
    bit_array& bits = state_.front_of(level);
    exchange_bits(state_.team, state_.graph, bits);
    // A ghost in the frontier needs no message any more.
    const std::size_t owned_words = words_for(state_.graph.num_local());
    for (bit_array& seen : state_.seen) {
      for (std::size_t i = state_.graph.num_local() / word_bits; i < bits.num_words(); ++i) {
        const std::uint64_t owned = i < owned_words ? state_.owned_mask(i) : 0;
        seen.words()[i] |= bits.words()[i] & ~owned;
      }
    }
  }

  /// The sum of what all workers of all ranks have found.
  frontier_size agree(worker& self, const walk_position& here, const frontier_size& own) {
    auto& lane = state_.lane_of(self);
    const map_direction how = here.how;
    const std::uint32_t level = here.level + 1;
    lane.found(level) = own;
    state_.team.worker_barrier();
    frontier_size sum;
    for (auto& each : state_.lanes) { sum += each.found(level); }
    if (how == map_direction::pull && request_.target != no_vertex &&
        state_.graph.owns(request_.target)) {
      sum.has_target = state_.front_of(level).test(state_.graph.local(request_.target));
    }
    if (is_to_be_counted(here, sum)) {
      lane.edges_found(level) = size_of_found(state_, lane, here.rule.edge_limit()).edges;
      state_.team.worker_barrier();
      for (auto& each : state_.lanes) { sum.edges += each.edges_found(level); }
    }
    if (state_.team.size() == 1) { return sum; }
    if (agrees_with_epoch(how)) {
      phase_.reset();
      return note_.value();
    }
    if (self.index() == 0) {
      phase_.reset();
      agreed_ = all_reduce(state_.team, sum, add_sizes{});
    }
    state_.team.worker_barrier();
    return agreed_;
  }

  void leave_others(worker& self) {
    if constexpr (!leaving_operator<Operator>) { return; }
    const index_range share = state_.share_of(self, words_for(state_.graph.num_local()));
    for (std::size_t word = share.first; word < share.last; ++word) {
      for_each_bit(~state_.closed_word(word) & state_.owned_mask(word), word,
                   [&](local_vertex v) { state_.leave(v); });
    }
  }

  /// Runs `action` on worker 0 while the others wait: for what is collective.
  template <typename Action>
  void alone(worker& self, Action&& action) {
    state_.team.worker_barrier();
    if (self.index() == 0) { action(); }
    state_.team.worker_barrier();
  }

  struct read_found {
    level_walk* walk;
    [[nodiscard]] frontier_size operator()() const { return walk->found_so_far(); }
  };
  struct add_sizes {
    [[nodiscard]] frontier_size operator()(frontier_size a, const frontier_size& b) const {
      a += b;
      return a;
    }
  };

  search_state<Operator>& state_;
  discovery_channel<Operator> discoveries_;
  search_request request_{.source = no_vertex};  ///< Of the search that runs.
  frontier_size counted_;                        ///< Of the level, while it is being found.
  std::uint64_t edge_limit_ = 0;                 ///< Of edges that are counted.
  closing_value<frontier_size, read_found, add_sizes> note_{{this}, {}};
  std::optional<epoch> phase_;             ///< Of the level, if there are several ranks.
  frontier_size agreed_;                   ///< Of all ranks. Written between barriers.
  std::optional<walk_position> advanced_;  ///< By worker 0 alone. Written between barriers.
  search_facts facts_;
};

}  // namespace orujo::level_wise
