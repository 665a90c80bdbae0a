// The greatest weight of a graph's edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <mutex>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// The greatest weight of any edge of the whole graph, at most the largest finite `Weight`: 1 if
/// edges have no weights, 0 if there is no edge. `Weight` is std::uint32_t for whole weights, float
/// for real ones. Call: collective. Cost: a look at each weight.
template <typename Weight>
[[nodiscard]] Weight greatest_weight(rank_team& team, const csr_graph& graph) {
  const auto weights = graph.out_edges().weights;
  Weight greatest = graph.facts().weights == weight_kind::none ? Weight{1} : Weight{0};
  std::mutex mutex;
  parallel_for(team, weights.size(), 1 << 16, [&](std::size_t first, std::size_t last) {
    Weight most{0};
    for (std::size_t i = first; i < last; ++i) {
      most = std::max(most, std::bit_cast<Weight>(weights[i]));
    }
    const std::lock_guard guard(mutex);
    greatest = std::max(greatest, most);
  });
  return all_max(team, std::min(greatest, std::numeric_limits<Weight>::max()));
}

}  // namespace orujo
