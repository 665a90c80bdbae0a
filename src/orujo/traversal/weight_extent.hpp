// The least and the greatest weight of a graph's edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <mutex>
#include <span>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

template <stored_weight T>
struct weight_extent {
  T least;
  T greatest;

  [[nodiscard]] weight_extent with(const weight_extent& other) const noexcept {
    return {std::min(least, other.least), std::max(greatest, other.greatest)};
  }
};

/// The extent of the weights of all edges of the whole graph: 1 to 1 if edges have no weights, from
/// above to below if there is no edge. `T` is the type of the weights.
/// Call: collective. Cost: a look at each weight.
template <stored_weight T>
[[nodiscard]] weight_extent<T> weight_extent_of(rank_team& team, const csr_graph& graph) {
  if (graph.stored_weights() == weight_type::none) { return {T{1}, T{1}}; }
  constexpr weight_extent<T> nothing = {std::numeric_limits<T>::max(),
                                        std::numeric_limits<T>::lowest()};
  const std::span<const T> weights = graph.out_edges().weights.as<T>();
  weight_extent<T> all = nothing;
  std::mutex mutex;
  parallel_for(team, weights.size(), 1 << 16, [&](std::size_t first, std::size_t last) {
    weight_extent<T> mine = nothing;
    for (const T weight : weights.subspan(first, last - first)) {
      mine = mine.with({weight, weight});
    }
    const std::lock_guard guard(mutex);
    all = all.with(mine);
  });
  return all_reduce(team, all,
                    [](const weight_extent<T>& a, const weight_extent<T>& b) { return a.with(b); });
}

}  // namespace orujo
