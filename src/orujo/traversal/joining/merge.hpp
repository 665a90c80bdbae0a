// Joins pieces of different ranks into components.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "orujo/graph/block_partition.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::connectivity {

/// A piece of a component that one rank holds. All pieces are numbered through, rank after rank, in
/// the order of their least vertices; a block_partition says which rank has which.
using piece_id = std::uint64_t;

/// Says that two pieces are connected.
struct piece_edge {
  piece_id piece;  ///< Of the rank that holds this edge.
  piece_id other;

  [[nodiscard]] auto operator<=>(const piece_edge&) const = default;
};

struct merged_pieces {
  std::vector<piece_id>
      least;  ///< For each piece of this rank, the least that it hangs together with.
  std::uint32_t rounds = 0;
};

/// Finds out which pieces hang together. `edges` are those that this rank knows, its own pieces
/// first; it is enough that one side knows an edge.
///
/// While there are more than `gather_limit` edges, the ranks contract them together: each piece
/// with an edge hooks to its least neighbour, the trees become stars by pointer jumping, and edges
/// move to the roots (Borůvka 1926). Each round at least halves the pieces that have edges. The few
/// edges that are left are gathered, and every rank joins them alone. Call: collective. Cost: at
/// most log2(pieces) rounds of at most log2(pieces) exchanges. Memory: O(this rank's edges and
/// pieces + gather_limit).
[[nodiscard]] merged_pieces merge_pieces(rank_team& team, const block_partition& pieces,
                                         std::vector<piece_edge> edges, std::uint64_t gather_limit);

/// For each of `wanted`, the element of `table` that its owner has for it (one for each own piece).
/// Call: collective.
[[nodiscard]] std::vector<std::uint64_t> fetch_from_owners(rank_team& team,
                                                           const block_partition& pieces,
                                                           std::span<const std::uint64_t> table,
                                                           std::span<const piece_id> wanted);

}  // namespace orujo::connectivity
