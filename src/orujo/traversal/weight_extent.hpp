// The least and the greatest weight of a graph's edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/parallel_reduce.hpp"

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
  const auto of_share = [&](index_range share) {
    weight_extent<T> all = nothing;
    for (const T weight : weights.subspan(share.first, share.last - share.first)) {
      all = all.with({weight, weight});
    }
    return all;
  };
  return parallel_reduce(team, weights.size(), of_share,
                         [](const auto& a, const auto& b) { return a.with(b); });
}

}  // namespace orujo
