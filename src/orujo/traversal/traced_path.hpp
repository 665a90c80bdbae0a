// A path between two vertices, found backwards from what each vertex on it knows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

struct path_ends {
  vertex_id source = no_vertex;
  vertex_id target = no_vertex;
};

/// The vertices on a way from the source to the target, both included, the same on every rank;
/// nothing if there is none. `before(v, seen)` is asked at the owner of `v`, and names a vertex
/// that stands before it on a way from the source and is not among `seen`, or no_vertex if there is
/// none left: `v` is then on no such way, and is left again. Each vertex is entered once at most.
/// Call: collective. Cost: a broadcast for each step from a rank to another one.
/// Memory: 8 bytes for each vertex on the path, and about 40 for each that was entered.
template <typename Before>
[[nodiscard]] std::vector<vertex_id> traced_path(rank_team& team, const csr_graph& graph,
                                                 path_ends ends, Before before) {
  std::vector<vertex_id> path{ends.target};
  std::unordered_set<vertex_id> seen{ends.target};
  const auto move = [&](vertex_id to) {
    if (to == no_vertex) {
      path.pop_back();
    } else {
      path.push_back(to);
      seen.insert(to);
    }
  };
  while (!path.empty() && path.back() != ends.source) {
    const rank_id owner = graph.owner(path.back());
    std::vector<vertex_id> moves;
    while (team.rank() == owner && !path.empty() && path.back() != ends.source &&
           graph.owns(path.back())) {
      moves.push_back(before(graph.local(path.back()), seen));
      move(moves.back());
    }
    moves = broadcast(team, std::move(moves), owner);
    if (team.rank() == owner) { continue; }
    for (const vertex_id each : moves) { move(each); }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace orujo
