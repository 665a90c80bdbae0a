// Joins what is connected by the edges that one rank holds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/joining/disjoint_forest.hpp"

namespace orujo::connectivity {

/// Joins vertices and ghosts in `forest` along enough edges of this rank that, with what the other
/// ranks do at the same time, all edges are accounted for: the ends of an edge are in one tree, or
/// the edge's other row was looked at, or both ends are in the large pieces of ranks that are known
/// to touch. The root of a tree that has more than one vertex is owned.
/// Returns how many vertices' rows were skipped here. Call: collective. `scratch` has an element
/// for each vertex and ghost, 0 before and after.
std::uint64_t join_locally(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
                           std::span<local_vertex> scratch);

}  // namespace orujo::connectivity
