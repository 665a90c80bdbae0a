// PageRank in a fixed number of rounds, as LDBC Graphalytics defines it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

struct pagerank_rounds {
  double damping = 0.85;
  std::uint64_t rounds = 10;
};

/// The scores after exactly so many rounds from equal ones: in each a surfer follows one of its
/// out-edges, all alike, or goes anywhere; from a vertex without out-edges it goes anywhere.
/// pagerank() finds where this leads in the end, and in fewer steps; this is what it is on the way.
/// Element i is for the owned vertex with the local number i; scores are the same, bit for bit, for
/// every number of workers. Call: collective. Throws on every rank: agreed_error for wrong use if
/// damping is not in [0, 1], or a directed graph was built without in-edges; memory_error.
/// Cost: O(V + E), and 8 bytes for each ghost, in each round. Memory: 16 bytes for each owned
/// vertex, 8 for each ghost.
[[nodiscard]] huge_array<double> pagerank_after(rank_team& team, const csr_graph& graph,
                                                const pagerank_rounds& rule);

}  // namespace orujo
