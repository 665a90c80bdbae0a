// Counts how many arcs start in each range of vertices, to share out the vertices evenly by that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/building/range_counter.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// Ranges are as fine as a fixed number of counters allows. Each rank adds up an even share of
/// them.
class degree_histogram {
public:
  degree_histogram(vertex_id vertices, int workers)
      : vertices_(vertices),
        shift_(std::max(most_bits, static_cast<unsigned>(std::bit_width(vertices))) - most_bits),
        num_ranges_((vertices >> shift_) + 1),
        counts_(static_cast<std::size_t>(workers), range_counter(num_ranges_)) {}

  enum class ends : std::uint8_t { source, both };

  /// Counts `edges` between vertices of the graph. Call: by `worker` only.
  template <typename Edge>
  void add(int worker, std::span<const Edge> edges, ends which) {
    range_counter& own = counts_[static_cast<std::size_t>(worker)];
    for (const Edge& edge : edges) {
      own.add(edge.source >> shift_);
      if (which == ends::both) { own.add(edge.target >> shift_); }
    }
  }

  /// Blocks of about equally many arcs and vertices together, of all ranks. Call: collective.
  /// Memory: a word for each rank, and this rank's share of the ranges.
  [[nodiscard]] block_partition cut(rank_team& team);

private:
  static constexpr unsigned most_bits = 16;

  vertex_id vertices_;
  unsigned shift_;
  std::size_t num_ranges_;
  std::vector<range_counter> counts_;  // of each worker
};

}  // namespace orujo::building
