// The large pieces of the ranks: which of them are known to touch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/joining/disjoint_forest.hpp"

namespace orujo::connectivity {

/// The piece that most vertices of a rank seem to be in.
struct giant_piece {
  bool exists = false;
  local_vertex root = 0;
};

/// Whether this rank may skip rows of vertices in its giant piece.
///
/// An edge between two ranks is in a row of both, and may be skipped by both only if their giant
/// pieces are connected anyway. So the ranks find out whose giants touch: rank r's and rank s's do
/// if a ghost of r is in the giant of r and, at its owner s, in the giant of s. The largest group
/// of ranks that hang together that way may skip; the others look at all their rows. Call:
/// collective. Cost: a look at each ghost, and at most 1 KiB to each rank.
[[nodiscard]] bool may_skip(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
                            const giant_piece& giant);

}  // namespace orujo::connectivity
