// Counts how many arcs start in each range of vertices, to share out the vertices evenly by that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/block_partition.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// Ranges are as fine as a fixed number of counters allows.
class degree_histogram {
public:
  degree_histogram(vertex_id vertices, int workers)
      : vertices_(vertices),
        shift_(std::max(most_bits, static_cast<unsigned>(std::bit_width(vertices))) - most_bits),
        counts_(static_cast<std::size_t>(workers)) {
    for (auto& own : counts_) { own.resize((vertices >> shift_) + 1); }
  }

  enum class ends : std::uint8_t { source, both };

  /// Counts `edges` between vertices of the graph. Call: by `worker` only.
  template <typename Edge>
  void add(int worker, std::span<const Edge> edges, ends which) {
    std::vector<std::uint64_t>& own = counts_[static_cast<std::size_t>(worker)];
    for (const Edge& edge : edges) {
      ++own[edge.source >> shift_];
      if (which == ends::both) { ++own[edge.target >> shift_]; }
    }
  }

  /// Blocks of about equally many arcs and vertices together, of all ranks. Call: collective.
  [[nodiscard]] block_partition cut(rank_team& team) {
    std::vector<std::uint64_t> sums(counts_.front().size());
    for (const auto& own : counts_) {
      std::transform(sums.begin(), sums.end(), own.begin(), sums.begin(), std::plus<>());
    }
    sums = all_reduce(team, std::move(sums), std::plus<std::uint64_t>());
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const vertex_id first = std::min(vertices_, vertex_id{i} << shift_);
      const vertex_id last = std::min(vertices_, (vertex_id{i} + 1) << shift_);
      before += sums[i] + (last - first);
      sums[i] = before;
    }
    return at_quantiles(sums, team.size());
  }

private:
  static constexpr unsigned most_bits = 16;

  /// `until[i]` is the load of all ranges up to i.
  [[nodiscard]] block_partition at_quantiles(const std::vector<std::uint64_t>& until,
                                             int ranks) const {
    std::vector<vertex_id> starts = {0};
    const std::uint64_t share = until.back() / static_cast<std::uint64_t>(ranks);
    for (int r = 1; r < ranks; ++r) {
      const std::uint64_t wanted = share * static_cast<std::uint64_t>(r);
      // The cut nearest to the wanted one: in front of the range that crosses it, or behind.
      const auto crossing = std::lower_bound(until.begin(), until.end(), wanted);
      auto ranges = static_cast<std::uint64_t>(crossing - until.begin());
      const std::uint64_t front = crossing == until.begin() ? 0 : *(crossing - 1);
      if (*crossing - wanted < wanted - front) { ++ranges; }
      starts.push_back(std::max(starts.back(), std::min(vertices_, vertex_id{ranges} << shift_)));
    }
    starts.push_back(vertices_);
    return block_partition(std::move(starts));
  }

  vertex_id vertices_;
  unsigned shift_;
  std::vector<std::vector<std::uint64_t>> counts_;  // of each worker
};

}  // namespace orujo::building
