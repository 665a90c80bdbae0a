// The ranks tell each other which of their mirrors are in their giant pieces.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/giants.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/joining/trees.hpp"

namespace orujo::connectivity {

namespace {

bool is_in(disjoint_forest& forest, const giant_piece& giant, local_vertex v) {
  return giant.exists && forest.find(v) == giant.root;
}

/// Some of the vertices of `rank` that are ghosts in this rank's giant piece, as it numbers them.
std::vector<local_vertex> ghosts_in(const giant_piece& giant, const csr_graph& graph,
                                    disjoint_forest& forest, rank_id rank) {
  constexpr std::size_t most = 256;
  std::vector<local_vertex> ghosts;
  const auto [first, last] = graph.ghost_range(rank);
  for (local_vertex ghost = first; ghost < last && ghosts.size() < most; ++ghost) {
    if (is_in(forest, giant, ghost)) { ghosts.push_back(graph.remote(ghost).local); }
  }
  return ghosts;
}

/// The ranks that have a vertex of this rank's giant piece in theirs.
std::vector<rank_id> touching_ranks(rank_team& team, const csr_graph& graph,
                                    disjoint_forest& forest, const giant_piece& giant) {
  std::vector<std::vector<local_vertex>> asked;
  std::vector<outgoing_piece> outgoing;
  for (int step = 1; step < team.size(); ++step) {  // everybody starts with another
    const rank_id to{(index_of(team.rank()) + step) % team.size()};
    asked.push_back(ghosts_in(giant, graph, forest, to));
    outgoing.push_back({to, std::as_bytes(std::span(asked.back()))});
  }
  std::vector<rank_id> touching;
  for (const arrived_piece& piece : exchange_pieces(team, outgoing)) {
    const auto vertices = from_bytes<local_vertex>(piece.bytes);
    if (std::any_of(vertices.begin(), vertices.end(),
                    [&](local_vertex v) { return is_in(forest, giant, v); })) {
      touching.push_back(piece.from);
    }
  }
  return touching;
}

}  // namespace

bool may_skip(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
              const giant_piece& giant) {
  if (team.size() == 1) { return giant.exists; }
  const auto me = static_cast<numbered_trees::number>(index_of(team.rank()));
  const auto ranks = static_cast<numbered_trees::number>(team.size());
  numbered_trees groups(ranks);
  for (const rank_id other : touching_ranks(team, graph, forest, giant)) {
    groups.join(me, static_cast<numbered_trees::number>(index_of(other)));
  }
  groups.merge(team);
  std::vector<std::size_t> members(ranks);
  for (numbered_trees::number r = 0; r < ranks; ++r) { ++members[groups.root(r)]; }
  const auto largest = std::max_element(members.begin(), members.end()) - members.begin();
  const auto mine = static_cast<std::ptrdiff_t>(groups.root(me));
  return giant.exists && mine == largest;
}

}  // namespace orujo::connectivity
