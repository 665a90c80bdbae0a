// The sum of each row of an adjacency: the values of its targets, added up.
//
// Most rows of real graphs are short, and a loop of unknown length costs one wrong guess of the
// processor for each: more than the row itself. So rows of up to eight targets always read four or
// eight, and multiply what is behind their end by zero. Longer rows gather many values at a time.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "orujo/algorithms/pagerank_gather.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::page_rank {

/// The rows of an adjacency, and the values to add up, by local vertex.
template <std::floating_point T>
struct row_values {
  const adjacency& rows;
  std::span<const T> values;
};

template <std::floating_point T>
[[nodiscard]] inline double row_sum(const T* values, const local_vertex* targets,
                                    std::size_t degree) noexcept {
  if (degree <= 4) { return sum_at_four(values, targets, degree); }
  if (degree <= 8) {
    return sum_at_four(values, targets, 4) + sum_at_four(values, targets + 4, degree - 4);
  }
  return sum_at_wide(values, {targets, degree});
}

/// Sets sums[v - part.first] to the sum of row v, for the rows of `part`.
/// The same values give the same sums, bit for bit, however the rows are shared out.
template <std::floating_point T>
void sum_rows(const row_values<T>& of, index_range part, T* sums) noexcept {
  const std::uint64_t* const offsets = of.rows.offsets.data();
  const local_vertex* const targets = of.rows.targets.data();
  const std::size_t num_targets = of.rows.targets.size();
  const bool fits = of.values.size() <= std::numeric_limits<std::int32_t>::max();
  for (std::size_t v = part.first; v < part.last; ++v) {
    const std::size_t first = offsets[v];
    const std::size_t degree = offsets[v + 1] - first;
    const double sum = fits && first + 8 <= num_targets
                           ? row_sum(of.values.data(), targets + first, degree)
                           : sum_at_plain(of.values.data(), {targets + first, degree});
    sums[v - part.first] = static_cast<T>(sum);
  }
}

}  // namespace orujo::page_rank
