// The vertices within some hops of one: an ego network.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/neighbourhood.hpp"

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/edge_map.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/no_value.hpp"

namespace orujo {

namespace {

/// "You are within reach."
struct reach_claims {
  using value_type = no_value;
  std::uint8_t* is_within;

  template <typename Isolation>
  void act(Isolation, vertex_lane& next, local_vertex v, no_value) const {
    if (Isolation::claim(is_within[v], std::uint8_t{0}, std::uint8_t{1})) { next.add(v); }
  }
};

}  // namespace

std::vector<std::uint8_t> neighbourhood_of(rank_team& team, const csr_graph& graph,
                                           vertex_id centre, std::uint64_t hops) {
  require_room(team, graph, "neighbourhood", {.per_vertex = 1});
  std::vector<std::uint8_t> is_within(graph.num_local());
  edge_map reach(team, graph, reach_claims{is_within.data()}, {.name = "neighbours"});
  frontier level(team, graph);
  if (graph.owns(centre)) {
    is_within[graph.local(centre)] = 1;
    level.lane(team.worker_at(0)).add(graph.local(centre));
  }
  for (std::uint64_t hop = 0; level.gather() && hop < hops; ++hop) { reach(level); }
  return is_within;
}

}  // namespace orujo
