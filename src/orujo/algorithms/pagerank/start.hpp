// Where PageRank starts, and sums over vertices in an order that workers do not change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::page_rank {

/// Vertices that a worker takes at once.
inline constexpr std::size_t vertices_per_chunk = 4096;

/// Vertices that are summed up together: the unit of a fixed order of additions.
inline constexpr std::size_t vertices_per_block = 1024;
static_assert(vertices_per_chunk % vertices_per_block == 0);

/// Runs `of_block(part)` over the owned vertices in blocks and adds up what it returns, in the
/// order of the blocks on every rank, then over the ranks. Call: collective.
template <typename OfBlock>
auto sum_over_blocks(rank_team& team, std::size_t size, OfBlock of_block) {
  using result = decltype(of_block(index_range{}));
  std::vector<result> parts((size + vertices_per_block - 1) / vertices_per_block);
  parallel_for(team, size, vertices_per_chunk, [&](std::size_t first, std::size_t last) {
    for (; first < last; first += vertices_per_block) {
      const index_range part{first, std::min(last, first + vertices_per_block)};
      parts[first / vertices_per_block] = of_block(part);
    }
  });
  result total{};
  for (const result& part : parts) { total = total + part; }
  return all_sum(team, total);
}

/// The scores at the start: `base` and `by_edges` for each of a vertex's edges.
struct start_rule {
  double base = 0;
  double by_edges = 0;
  std::uint64_t linked = 0;  ///< Vertices that may have another score at the end.
};

/// Undirected graphs start near the solution without damping, where a score is proportional to the
/// number of edges; others start with equal scores. Call: collective.
[[nodiscard]] inline start_rule start_of(rank_team& team, const csr_graph& graph, double damping) {
  const double share = 1 / static_cast<double>(graph.num_vertices());
  if (graph.directed() || graph.facts().num_arcs == 0) { return {share, 0, graph.num_vertices()}; }
  const std::span<const std::uint64_t> offsets = graph.out_edges().offsets;
  const std::uint64_t linked = sum_over_blocks(team, graph.num_local(), [&](index_range part) {
    std::uint64_t count = 0;
    for (std::size_t v = part.first; v < part.last; ++v) {
      count += offsets[v + 1] > offsets[v] ? 1U : 0U;
    }
    return count;
  });
  const double by_edges =
      damping * share * static_cast<double>(linked) / static_cast<double>(graph.facts().num_arcs);
  return {(1 - damping) * share, by_edges, linked};
}

}  // namespace orujo::page_rank
