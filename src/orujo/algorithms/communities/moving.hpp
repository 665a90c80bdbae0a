// Vertices move to the community of a neighbour that gains most, until few do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/algorithms/communities/sub_rounds.hpp"

namespace orujo::community_search {

/// Which community each vertex is in, by number, and what the communities weigh.
struct partition {
  pooled_array<level_vertex> label;  ///< Of this rank's vertices and ghosts.
  pooled_array<weight_sum> total;    ///< Of all communities: the degrees of their vertices.
};

/// Each vertex of the level is a community.
[[nodiscard]] partition singletons(search_space& space, const level_graph& level);

struct moving_options {
  double resolution = 1;  ///< 0: vertices follow most of their neighbours, wherever that leads.
  std::uint64_t seed = 1;
  double tolerance = 0;  ///< Rounds end when no more than this share of the vertices moves.
  std::uint64_t max_rounds = 100;
};

struct moving_facts {
  std::uint64_t moves = 0;
  std::uint64_t rounds = 0;
};

/// A move of v from A to B raises modularity by what v's edges to B weigh more than those to A,
/// less resolution · degree(v) · (total(B) - total(A without v)) / all degrees, times 2 / all
/// degrees. A vertex is looked at again when a neighbour has moved to another community than its
/// own. Call: collective. Memory: 6 bytes for each vertex of the rank.
moving_facts move_vertices(search_space& space, const level_graph& level, partition& into,
                           const moving_options& options);

}  // namespace orujo::community_search
