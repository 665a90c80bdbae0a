// Spawns an activity's operator at the target of each edge out of a frontier, under any mechanism.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/traversal/edge_map.hpp"
#include "orujo/traversal/operator_lanes.hpp"

namespace orujo {

/// What an operator that is spawned along an edge is about: an owned vertex, and what the edge
/// carries.
template <message Value>
struct edge_arguments {
  local_vertex target;
  [[no_unique_address]] Value value;
};

/// An operator of docs/contracts/activity.md whose arguments are those of edges, and that says what
/// they carry: `value_of(source)`, or of each one `along(value, edge)`, as edge_map asks for it,
/// and for `tells(ghost, value)`. `matters(arguments)`, if there is one, is asked before one is
/// spawned at a target here. Outcomes are told as operator_lanes does. One that has
/// `wants(target)`, whether any may still change what belongs to the target, accesses nothing else,
/// and may be pulled.
template <typename Op>
concept edge_activity = shared_operator<Op> &&
    std::same_as<typename Op::arguments, edge_arguments<typename Op::value_type>> &&
    gives_value<Op, local_vertex>;

/// One that says which targets it may still change, and accesses nothing but what is theirs.
template <typename Op>
concept choosing_activity = requires(const Op& op, local_vertex target) {
  { op.wants(target) } -> std::convertible_to<bool>;
};

struct activity_map_options {
  isolation_choice isolation = {};
  std::string name = "activities along edges";  ///< Of its messages, for the report card.
};

/// edge_map for operators that run as activities: what is promised of its pushes and pulls holds.
/// The contract is in docs/contracts/traversal.md.
template <edge_activity Op>
class activity_map {
public:
  /// `team` and `graph` outlive the object, and what the operator refers to does. Call: collective.
  /// Throws, memory: as operator_lanes, and that of a channel.
  activity_map(rank_team& team, const csr_graph& graph, Op op, activity_map_options options = {})
      : operators_(team, op, options.isolation),
        along_(team, graph, spawner{std::move(op), &operators_},
               {.name = std::move(options.name), .at_home = operators_.runs_at_home()}) {}
  activity_map(const activity_map&) = delete;
  activity_map& operator=(const activity_map&) = delete;

  /// Runs the operator for each edge out of `active` that it matters for, at the rank that owns the
  /// target; a pull, which takes a choosing_activity, under no mechanism. Call, throws, cost: as
  /// edge_map, and that of the mechanism.
  map_direction operator()(frontier& active, map_direction direction = map_direction::push) {
    if constexpr (!choosing_activity<Op>) {
      require_everywhere(direction != map_direction::pull,
                         "activity_map: an operator that is to be pulled has wants()");
      direction = map_direction::push;
    }
    return along_(active, direction);
  }

  /// As those of operator_lanes.
  [[nodiscard]] activity_counts counts() const { return operators_.counts(); }
  [[nodiscard]] activity_counts counts_of_all(const activity_counts& earlier = {}) const {
    return operators_.counts_of_all(earlier);
  }
  void describe(report_card& card) const { operators_.describe(card); }

private:
  /// The operator as edge_map sees it.
  struct spawner {
    using value_type = typename Op::value_type;

    Op op;
    operator_lanes<Op>* operators;

    template <typename Isolation>
    [[nodiscard]] value_type value_of(Isolation, local_vertex source) const {
      return value_given(op, source);
    }
    [[nodiscard]] value_type along(const value_type& value,
                                   std::uint64_t edge) const requires edgewise_operator<Op> {
      return op.along(value, edge);
    }
    [[nodiscard]] bool tells(local_vertex ghost,
                             const value_type& value) const requires sifting_operator<Op> {
      return op.tells(ghost, value);
    }
    template <typename Isolation>
    [[nodiscard]] bool wants(Isolation, local_vertex target) const requires choosing_activity<Op> {
      return op.wants(target);
    }
    template <typename Isolation>
    void act(Isolation how, vertex_lane& lane, local_vertex target, const value_type& value) const {
      if constexpr (choosy_operator<Op>) {
        if (op.matters({target, value})) { act_out_of_line(how, lane, target, value); }
      } else if constexpr (!Isolation::is_shared) {
        act_out_of_line(how, lane, target, value);
      } else {
        act_now(how, lane, {target, value});
      }
    }
    /// The loop that looks for operators that matter, or has all run at once, has the registers.
    template <typename Isolation>
    [[gnu::noinline]] void act_out_of_line(Isolation how, vertex_lane& lane, local_vertex target,
                                           value_type value) const {
      act_now(how, lane, {target, value});
    }
    /// Where only one worker acts no mechanism is needed.
    template <typename Isolation>
    void act_now(Isolation, vertex_lane& lane, const edge_arguments<value_type>& each) const {
      if constexpr (!Isolation::is_shared) {
        operators->run_alone(lane, each);
      } else {
        if constexpr (!choosy_operator<Op>) { fetch(each.target, each.value); }
        operators->spawn(lane, each);
      }
    }
    void fetch(local_vertex target, const value_type& value) const {
      if constexpr (!access_operator<Op>) { prefetch_to_write(&op.place({target, value})); }
    }
    [[nodiscard]] bool matters_at(local_vertex target, const value_type& value) const {
      if constexpr (choosy_operator<Op>) { return op.matters({target, value}); }
      return true;
    }
    void flush(vertex_lane& lane) const { operators->flush(lane); }
  };

  operator_lanes<Op> operators_;
  edge_map<spawner> along_;  // the mechanism isolates
};

}  // namespace orujo
