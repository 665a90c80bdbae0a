// Label propagation in fixed rounds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/algorithms/communities/sub_rounds.hpp"

namespace orujo::community_search {

struct cdlp_result {
  pooled_array<level_vertex> label;  ///< Of this rank's vertices and ghosts.
  std::uint64_t changes = 0;         ///< On all ranks.
};

/// The community detection of LDBC Graphalytics: `rounds` times, all vertices at once take the
/// least of the labels that most of their neighbours have. Loops are left out, weights not used.
/// Call: collective. Memory: 8 bytes for each vertex of the rank and ghost.
[[nodiscard]] cdlp_result cdlp(search_space& space, const level_graph& level, std::uint64_t rounds);

}  // namespace orujo::community_search
