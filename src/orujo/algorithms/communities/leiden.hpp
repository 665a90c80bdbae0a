// Communities of great modularity, level by level.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/algorithms/communities/moving.hpp"
#include "orujo/algorithms/communities/sub_rounds.hpp"

namespace orujo::community_search {

struct leiden_options {
  double resolution = 1;
  std::uint64_t seed = 1;
  std::uint64_t iterations = 2;  ///< From the finest level up, at most.
  double tolerance = 0;          ///< What another iteration's first moves have to gain.
};

struct leiden_result {
  partition communities;  ///< Each is connected, and its label is its least vertex.
  double modularity = 0;
  std::uint64_t iterations = 0;
  std::uint64_t levels = 0;  ///< Of the last iteration.
  std::uint64_t moves = 0;   ///< Of all levels and iterations.
};

/// Call: collective.
[[nodiscard]] leiden_result leiden(search_space& space, const level_graph& finest,
                                   const leiden_options& options);

}  // namespace orujo::community_search
