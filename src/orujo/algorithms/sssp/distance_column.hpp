// Shortest distances as a column of a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/tables/result_table.hpp"

namespace orujo {

/// The column `distance` of `paths`, which stays; -1 stands where there is no path.
[[nodiscard]] inline result_column distance_column(const csr_graph& graph,
                                                   const sssp_distances& paths) {
  result_column distance{"distance", "distance", paths.whole.span()};
  distance.special = {{no_distance, bits_of(std::int64_t{-1}), true}};
  if (graph.facts().weights == weight_kind::real) {
    distance.values = paths.real.span();
    distance.special = {{bits_of(std::numeric_limits<double>::infinity()), bits_of(-1.0), true}};
  }
  return distance;
}

}  // namespace orujo
