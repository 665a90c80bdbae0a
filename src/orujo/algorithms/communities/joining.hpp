// Makes each piece of a level a vertex of the next one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "orujo/algorithms/communities/moving.hpp"
#include "orujo/algorithms/communities/refining.hpp"
#include "orujo/algorithms/communities/sub_rounds.hpp"

namespace orujo::community_search {

/// A level above the finest: every rank has all of it.
struct joined_level {
  level_graph graph;
  partition communities;  ///< Those of the level below, numbered anew.
  level_vertex num_communities = 0;
  pooled_array<level_vertex> above;  ///< Of this rank's vertices of the level below: their piece.

  /// All that is not asked for once there is a level above this one.
  void give_back_rows();

  pooled_array<std::uint64_t> begins;  // what `graph` looks at, as the following
  pooled_array<std::uint64_t> ends;
  pooled_array<level_vertex> targets;
  pooled_array<weight_sum> weights;
  pooled_array<weight_sum> degrees;
};

/// Vertices of the new level are in the order of the vertices that pieces are named after. Edges
/// inside pieces are left out: degrees tell of them.
/// Call: collective. Cost: a look at each edge; with several ranks, all rows of the new level go to
/// all of them. Memory: 12 bytes for each edge and 48 for each vertex of the new level.
[[nodiscard]] joined_level join_pieces(search_space& space, const level_graph& level,
                                       const partition& communities, const refinement& pieces);

}  // namespace orujo::community_search
