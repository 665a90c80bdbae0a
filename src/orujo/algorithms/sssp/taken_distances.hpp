// The labels of a search as distances, and what they add up to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace orujo {

/// Facts of some vertices. Plain data.
struct distance_sums {
  std::uint64_t reached = 0;
  exact_number sum = 0;
  exact_number most = 0;

  void add(const distance_sums& more) noexcept {
    reached += more.reached;
    sum += more.sum;
    most = std::max(most, more.most);
  }
};

/// Writes `labels` as distances to `into`, and adds up what was found.
/// Call: collective.
template <typename F, typename Distance>
distance_sums take_labels(rank_team& team, std::span<const typename F::label_type> labels,
                          huge_array<Distance>& into, Distance none) {
  constexpr std::size_t chunk = 1 << 16;
  if (into.size() != labels.size()) { into = huge_array<Distance>(labels.size()); }
  // Apart, and added up in their order: sums of real numbers depend on it.
  std::vector<distance_sums> of_chunks(labels.size() / chunk + 1);
  parallel_for(team, labels.size(), chunk, [&](std::size_t first, std::size_t last) {
    using label = typename F::label_type;
    std::uint64_t reached = 0;
    label most{0};
    sum_of_many<label> sum{0};
    for (std::size_t v = first; v < last; ++v) {
      const bool is_reached = labels[v] != F::unreached;
      into[v] = is_reached ? static_cast<Distance>(labels[v]) : none;
      if (!is_reached) { continue; }
      ++reached;
      most = std::max(most, labels[v]);
      sum += static_cast<sum_of_many<label>>(labels[v]);
    }
    of_chunks[first / chunk] = {reached, static_cast<exact_number>(sum),
                                static_cast<exact_number>(most)};
  });
  distance_sums all;
  for (const distance_sums& each : of_chunks) { all.add(each); }
  return all_reduce(team, all, [](distance_sums a, const distance_sums& b) {
    a.add(b);
    return a;
  });
}

}  // namespace orujo
