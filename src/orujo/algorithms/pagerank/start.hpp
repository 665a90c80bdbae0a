// Where PageRank starts, and sums over vertices in an order that workers do not change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "orujo/algorithms/pagerank/pagerank.hpp"
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

/// How likely a surfer that follows no edge goes to each owned vertex.
class teleport_shares {
public:
  /// Call: collective.
  teleport_shares(rank_team& team, const csr_graph& graph, const pagerank_options& options)
      : weights_(options.personalisation), share_(1 / static_cast<double>(graph.num_vertices())) {
    if (!weights_) { return; }
    share_ = 1 / all_sum(team, std::accumulate(weights_->begin(), weights_->end(), 0.0));
  }

  [[nodiscard]] bool are_equal() const noexcept { return !weights_; }
  [[nodiscard]] double operator()(std::size_t v) const noexcept {
    return weights_ ? (*weights_)[v] * share_ : share_;
  }

private:
  std::optional<std::span<const double>> weights_;
  double share_;
};

/// The scores at the start: so much of a vertex's teleport share, and so much for each of its
/// edges.
struct start_rule {
  double of_teleports = 1;
  double by_edges = 0;
};

/// Undirected graphs start near the solution without damping, where a score is proportional to the
/// number of edges; others start with the teleport shares. Call: collective.
[[nodiscard]] inline start_rule start_of(rank_team& team, const csr_graph& graph, double damping) {
  const double share = 1 / static_cast<double>(graph.num_vertices());
  if (graph.directed() || graph.facts().num_arcs == 0) { return {}; }
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
  return {1 - damping, by_edges};
}

}  // namespace orujo::page_rank
