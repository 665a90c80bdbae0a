// Splits communities into pieces that hold together well, of which the next level is made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/algorithms/communities/moving.hpp"
#include "orujo/algorithms/communities/sub_rounds.hpp"

namespace orujo::community_search {

/// What has become of a vertex, or of the piece named after it.
enum class piece_state : std::uint8_t {
  single,  ///< The piece is the vertex.
  grown,   ///< Others have joined it.
  left,    ///< It has joined another one: no piece is named after it.
};

/// Pieces of communities, each connected inside, and named after one of their vertices.
struct refinement {
  pooled_array<level_vertex> piece;  ///< Of this rank's vertices and ghosts.
  pooled_array<weight_sum> total;    ///< Of all pieces: the degrees of their vertices.
  pooled_array<piece_state> state;   ///< Of all vertices.
};

struct refining_options {
  double resolution = 1;
  std::uint64_t seed = 1;
};

/// Each vertex begins as a piece, and may once join a piece of its community that it has an edge
/// to, if it is still alone, well connected to its community, and modularity gains by it: the one
/// by which it gains most. A piece that others have joined stays as it is, so that pieces are
/// connected. Call: collective. Memory: 13 bytes for each vertex of all ranks, 8 for each that the
/// rank knows.
[[nodiscard]] refinement refine(search_space& space, const level_graph& level,
                                const partition& communities, const refining_options& options);

}  // namespace orujo::community_search
