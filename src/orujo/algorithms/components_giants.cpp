// The ranks tell each other which of their mirrors are in their giant pieces.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components_giants.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"

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

/// Which ranks hang together, as far as is known: for each the least of its group.
class rank_groups {
public:
  explicit rank_groups(std::size_t ranks) : least_(ranks) {
    std::iota(least_.begin(), least_.end(), std::uint32_t{0});
  }
  explicit rank_groups(std::vector<std::uint32_t> least) : least_(std::move(least)) {}

  [[nodiscard]] std::uint32_t of(std::size_t rank) noexcept {
    auto at = static_cast<std::uint32_t>(rank);
    while (least_[at] != at) { at = std::exchange(least_[at], least_[least_[at]]); }
    return at;
  }

  void join(std::size_t a, std::size_t b) noexcept {
    const auto [low, high] = std::minmax({of(a), of(b)});
    least_[high] = low;
  }

  void join_as(const rank_groups& others) noexcept {
    for (std::size_t r = 0; r < least_.size(); ++r) { join(r, others.least_[r]); }
  }

  [[nodiscard]] std::span<const std::uint32_t> least() const noexcept { return least_; }

private:
  std::vector<std::uint32_t> least_;  // or a rank of its group on the way there, never above it
};

/// The groups that all ranks together know. Call: collective. Cost: 4 bytes for each rank, up and
/// down the tree of ranks.
rank_groups merged(rank_team& team, const rank_groups& own) {
  const auto merge = [](std::span<std::byte> into, std::span<const std::byte> from) {
    rank_groups all(from_bytes<std::uint32_t>(into));
    all.join_as(rank_groups(from_bytes<std::uint32_t>(from)));
    std::memcpy(into.data(), all.least().data(), into.size());
  };
  return rank_groups(
      from_bytes<std::uint32_t>(all_reduce_bytes(team, to_bytes(own.least()), merge)));
}

}  // namespace

bool may_skip(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
              const giant_piece& giant) {
  if (team.size() == 1) { return giant.exists; }
  const auto me = static_cast<std::size_t>(index_of(team.rank()));
  const auto ranks = static_cast<std::size_t>(team.size());
  rank_groups own(ranks);
  for (const rank_id other : touching_ranks(team, graph, forest, giant)) {
    own.join(me, static_cast<std::size_t>(index_of(other)));
  }
  rank_groups group = merged(team, own);
  std::vector<std::size_t> members(ranks);
  for (std::size_t r = 0; r < ranks; ++r) { ++members[group.of(r)]; }
  const auto largest = std::max_element(members.begin(), members.end()) - members.begin();
  const std::size_t mine = group.of(me);
  return giant.exists && mine == static_cast<std::size_t>(largest);
}

}  // namespace orujo::connectivity
