// Connected components by joining trees: on each rank, then between the ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// How afforest joins the pieces that the ranks have found.
enum class between_ranks : std::uint8_t {
  automatic,  ///< Each rank alone, once what is left to join fits into its share of memory.
  rounds,     ///< All ranks together to the end, in rounds.
};

namespace connectivity {

/// Which vertices hang together, whatever the directions; the counts are the same on every rank.
struct joined_vertices {
  huge_array<vertex_id> label;  ///< Of each owned vertex, the least vertex of its component.
  std::uint64_t components = 0;
  std::uint32_t merge_rounds = 0;      ///< In which pieces of ranks were joined.
  std::uint64_t skipped_vertices = 0;  ///< Whose edges were looked at only in the sample.
};

/// Call: collective. Throws: memory_error on every rank. Cost: O(V + E) at worst, often much less
/// than E, and a few values for each ghost; at most logarithmic rounds between ranks. Memory: 16
/// bytes for each owned vertex, 8 for each ghost.
[[nodiscard]] joined_vertices join_vertices(rank_team& team, const csr_graph& graph,
                                            between_ranks how = between_ranks::automatic);

}  // namespace connectivity

}  // namespace orujo
