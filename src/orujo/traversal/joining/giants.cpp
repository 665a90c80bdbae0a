// The ranks tell each other which of their mirrors are in their giant pieces.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/giants.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/piece_exchange.hpp"
#include "orujo/traversal/joining/trees.hpp"

namespace orujo::connectivity {

namespace {

bool is_in(disjoint_forest& forest, const giant_piece& giant, local_vertex v) {
  return giant.exists && forest.find(v) == giant.root;
}

struct ghost_range {
  local_vertex first;
  local_vertex last;
};

/// Some of the ghosts in `range` that are in this rank's giant piece, as their owner
/// numbers them.
std::vector<local_vertex> ghosts_in(const giant_piece& giant, const csr_graph& graph,
                                    disjoint_forest& forest, ghost_range range) {
  constexpr std::size_t most = 256;
  std::vector<local_vertex> ghosts;
  for (local_vertex ghost = range.first; ghost < range.last && ghosts.size() < most; ++ghost) {
    if (is_in(forest, giant, ghost)) { ghosts.push_back(graph.remote(ghost).local); }
  }
  return ghosts;
}

/// The ranks that have a vertex of this rank's giant piece in theirs.
std::vector<rank_id> touching_ranks(rank_team& team, const csr_graph& graph,
                                    disjoint_forest& forest, const giant_piece& giant) {
  piece_exchange exchange(team);
  graph.for_each_ghost_owner([&](rank_id to, local_vertex first, local_vertex last) {
    const auto asked = ghosts_in(giant, graph, forest, {first, last});
    exchange.send(to, std::as_bytes(std::span(asked)));
  });
  std::vector<rank_id> touching;
  exchange.receive_all([&](rank_id from, std::span<const std::byte> bytes) {
    const auto vertices = from_bytes<local_vertex>(bytes);
    if (std::any_of(vertices.begin(), vertices.end(),
                    [&](local_vertex v) { return is_in(forest, giant, v); })) {
      touching.push_back(from);
    }
  });
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
