// The pieces of this rank that reach beyond it, and which pieces of others they touch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/joining/disjoint_forest.hpp"
#include "orujo/traversal/joining/merge.hpp"

namespace orujo::connectivity {

struct piece_graph {
  block_partition pieces;           ///< All pieces that reach beyond their rank.
  std::vector<local_vertex> roots;  ///< Of this rank's pieces, ascending.
  std::vector<piece_edge> edges;    ///< Many more than once.
};

/// Numbers the trees of `forest` that have a ghost, or a vertex that is a ghost elsewhere. A ghost
/// is in a tree of this rank and in one at its owner: those two are connected. `numbers` has an
/// element for each vertex and ghost, all 0; afterwards that of a piece's root is its place in
/// `roots`, counted from 1, and that of any other owned vertex is 0. Call: collective. Cost: one
/// value for each ghost.
[[nodiscard]] piece_graph find_pieces(rank_team& team, const csr_graph& graph,
                                      disjoint_forest& forest, std::span<local_vertex> numbers);

}  // namespace orujo::connectivity
