// The ranks tell each other which of their mirrors are in their giant pieces.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components_giants.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "orujo/epochs/collectives.hpp"

namespace orujo::connectivity {

namespace {

bool is_in(disjoint_forest& forest, const giant_piece& giant, local_vertex v) {
  return giant.exists && forest.find(v) == giant.root;
}

/// For each rank, some of its vertices that are ghosts in this rank's giant piece, as it numbers
/// them.
std::vector<std::vector<local_vertex>> ghosts_in(const giant_piece& giant, const csr_graph& graph,
                                                 disjoint_forest& forest, int ranks) {
  constexpr std::size_t most = 256;
  std::vector<std::vector<local_vertex>> ghosts(static_cast<std::size_t>(ranks));
  for (int r = 0; r < ranks; ++r) {
    const auto [first, last] = graph.ghost_range(rank_id{r});
    auto& list = ghosts[static_cast<std::size_t>(r)];
    for (local_vertex ghost = first; ghost < last && list.size() < most; ++ghost) {
      if (is_in(forest, giant, ghost)) { list.push_back(graph.remote(ghost).local); }
    }
  }
  return ghosts;
}

/// The ranks that have a vertex of this rank's giant piece in theirs.
std::vector<int> touching_ranks(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
                                const giant_piece& giant) {
  const auto arrived = all_to_all_v(team, ghosts_in(giant, graph, forest, team.size()));
  std::vector<int> touching;
  for (std::size_t r = 0; r < arrived.size(); ++r) {
    if (std::any_of(arrived[r].begin(), arrived[r].end(),
                    [&](local_vertex v) { return is_in(forest, giant, v); })) {
      touching.push_back(static_cast<int>(r));
    }
  }
  return touching;
}

/// The group of each rank: the least rank that it hangs together with.
std::vector<std::size_t> groups_of(const std::vector<std::vector<int>>& touching) {
  std::vector<std::size_t> group(touching.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto join = [&](std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax(group[a], group[b]);
    std::replace(group.begin(), group.end(), std::size_t{high}, std::size_t{low});
  };
  for (std::size_t r = 0; r < touching.size(); ++r) {
    for (const int other : touching[r]) {
      if (group[r] != group[static_cast<std::size_t>(other)]) {
        join(r, static_cast<std::size_t>(other));
      }
    }
  }
  return group;
}

}  // namespace

bool may_skip(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
              const giant_piece& giant) {
  if (team.size() == 1) { return giant.exists; }
  const std::vector<int> own = touching_ranks(team, graph, forest, giant);
  const std::vector<std::size_t> group = groups_of(all_gather(team, std::span<const int>(own)));
  std::vector<std::size_t> members(group.size());
  for (const std::size_t each : group) { ++members[each]; }
  const auto largest = std::max_element(members.begin(), members.end()) - members.begin();
  const std::size_t mine = group[static_cast<std::size_t>(index_of(team.rank()))];
  return giant.exists && mine == static_cast<std::size_t>(largest);
}

}  // namespace orujo::connectivity
