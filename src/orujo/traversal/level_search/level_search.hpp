// Searches level by level, each level from the side that is cheaper.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/edge_side.hpp"
#include "orujo/traversal/level_search/direction.hpp"
#include "orujo/traversal/level_search/facts.hpp"
#include "orujo/traversal/level_search/operator.hpp"
#include "orujo/traversal/level_search/request.hpp"
#include "orujo/traversal/level_search/state.hpp"
#include "orujo/traversal/level_search/walk.hpp"

namespace orujo {

struct level_search_options {
  std::string name = "search";  ///< Of the algorithm, in messages about errors.
  /// What the operator keeps of each owned vertex: the search is refused if both will not fit.
  std::uint64_t kept_bytes = 0;
  direction_choice choice = {};
};

/// Calls an operator for each vertex that paths lead to from a source, level by level; one search
/// after the other in the same memory. The contract is in docs/contracts/traversal.md.
///
/// A vertex is claimed by one worker of its owner, so that operators need no isolation and searches
/// no atomic instruction. The direction of levels follows Beamer, Asanović and Patterson 2012.
template <reach_operator Operator>
class level_search {
public:
  /// `team` and `graph` outlive the object, and what the operator refers to does.
  /// Call: collective. Throws on every rank: agreed_error for wrong use if alpha or beta is not
  /// above 0, or if pulls are wanted of a directed graph without edges from the other side (cheaper
  /// then pushes); memory_error if it will not fit. Memory: up to 8 bytes for each owned vertex and
  /// three bits for each owned vertex and ghost. Cost: with one rank and short rows a look at each
  /// vertex.
  level_search(rank_team& team, const csr_graph& graph, Operator op,
               level_search_options options = {})
      : options_(checked(graph, std::move(options))),
        state_((require_room_for(team, graph), team), graph, std::move(op),
               options_.choice.direction != map_direction::push),
        walk_(state_) {}

  /// Call: collective; worker 0, outside on_workers(); source and target are vertices. Throws:
  /// peer_failed, interrupted_error; agreed_error if in-edges are to be followed and a directed
  /// graph has none. Cost: O(V + E) work at most; at most one message for each ghost, and a bit for
  /// each ghost and pulled level.
  search_facts run(const search_request& wanted) {
    state_.team.transport().check();
    const csr_graph& graph = state_.graph;
    require_everywhere(
        wanted.follow == edge_side::out || !graph.directed() || graph.has_in_edges(),
        options_.name + ": edges are followed backwards; build the graph with in-edges");
    state_.edges = {&edges_of(graph, wanted.follow), &edges_of(graph, against(wanted.follow))};
    return walk_.run(options_.choice, wanted);
  }

  [[nodiscard]] const direction_choice& choice() const noexcept { return options_.choice; }

private:
  [[nodiscard]] static level_search_options checked(const csr_graph& graph,
                                                    level_search_options options) {
    direction_choice& choice = options.choice;
    require_everywhere(choice.alpha > 0 && choice.beta > 0,
                       options.name + ": alpha and beta are numbers above 0");
    const bool has_other_side = !graph.directed() || graph.has_in_edges();
    if (has_other_side) { return options; }
    require_everywhere(
        choice.direction != map_direction::pull,
        options.name +
            ": bottom_up needs the in-edges of a directed graph; build it with them, or use "
            "direction_optimizing or top_down");
    choice.direction = map_direction::push;
    return options;
  }

  void require_room_for(rank_team& team, const csr_graph& graph) const {
    const std::uint64_t known = std::uint64_t{graph.num_local()} + graph.num_ghosts();
    const std::uint64_t bits = 2 + static_cast<std::uint64_t>(team.num_workers());
    require_room(team, graph, options_.name,
                 {.per_vertex = 8 + options_.kept_bytes, .more = known * bits / 8});
  }

  level_search_options options_;
  level_wise::search_state<Operator> state_;
  level_wise::level_walk<Operator> walk_;
};

}  // namespace orujo
