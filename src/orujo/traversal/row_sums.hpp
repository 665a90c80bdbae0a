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

#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/gathered_sums.hpp"

namespace orujo::summing {

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

/// Adds up rows one by one.
template <std::floating_point T>
class row_adder {
public:
  explicit row_adder(const row_values<T>& of) noexcept
      : offsets_(of.rows.offsets.data()),
        targets_(of.rows.targets.data()),
        num_targets_(of.rows.targets.size()),
        values_(of.values.data()),
        fits_(of.values.size() <= std::numeric_limits<std::int32_t>::max()) {}

  /// The sum of row v. The same values give the same sum, bit for bit.
  [[nodiscard]] double operator()(std::size_t v) const noexcept {
    const std::size_t first = offsets_[v];
    const std::size_t degree = offsets_[v + 1] - first;
    return fits_ && first + 8 <= num_targets_ ? row_sum(values_, targets_ + first, degree)
                                              : sum_at_plain(values_, {targets_ + first, degree});
  }

private:
  const std::uint64_t* offsets_;
  const local_vertex* targets_;
  std::size_t num_targets_;
  const T* values_;
  bool fits_;
};

/// Sets sums[v - part.first] to the sum of row v, for the rows of `part`.
/// The same values give the same sums, bit for bit, however the rows are shared out.
template <std::floating_point T>
void sum_rows(const row_values<T>& of, index_range part, T* sums) noexcept {
  const row_adder<T> sum_of(of);
  for (std::size_t v = part.first; v < part.last; ++v) {
    sums[v - part.first] = static_cast<T>(sum_of(v));
  }
}

}  // namespace orujo::summing
