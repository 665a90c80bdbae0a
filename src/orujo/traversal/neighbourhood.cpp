// The vertices within some hops of one: an ego network.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/neighbourhood.hpp"

#include <optional>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/no_value.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_parts.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/edge_map.hpp"
#include "orujo/traversal/frontier.hpp"

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

using reach_map = edge_map<reach_claims>;

}  // namespace

edge_way edge_way_named(std::string_view word) {
  require(word == "out" || word == "in" || word == "all",
          fmt::format("--along is one of out, in, all, not '{}'", word));
  if (word == "in") { return edge_way::backwards; }
  return word == "all" ? edge_way::either : edge_way::forwards;
}

std::vector<std::uint8_t> neighbourhood_of(rank_team& team, const csr_graph& graph,
                                           vertex_id centre, const reach_options& options) {
  require_room(team, graph, "neighbourhood", {.per_vertex = 1});
  std::vector<std::uint8_t> is_within(graph.num_local());
  const reach_claims claims{is_within.data()};
  std::optional<reach_map> ahead;
  std::optional<csr_graph> turned;
  std::optional<reach_map> back;
  if (!graph.directed() || options.way != edge_way::backwards) {
    ahead.emplace(team, graph, claims, edge_map_options{.name = "neighbours"});
  }
  if (graph.directed() && options.way != edge_way::forwards) {
    turned.emplace(reversed_graph(team, graph));
    back.emplace(team, *turned, claims, edge_map_options{.name = "neighbours behind"});
  }
  frontier level(team, graph);
  if (graph.owns(centre)) {
    is_within[graph.local(centre)] = 1;
    level.lane(team.worker_at(0)).add(graph.local(centre));
  }
  for (std::uint64_t hop = 0; level.gather() && hop < options.hops; ++hop) {
    if (ahead) { (*ahead)(level); }
    if (back) { (*back)(level); }
  }
  return is_within;
}

}  // namespace orujo
