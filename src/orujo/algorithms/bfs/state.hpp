// What the workers of one rank share during a breadth-first search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/bfs/bits.hpp"
#include "orujo/algorithms/bfs/lane.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::breadth_first {

/// Words of 64 vertices that a worker takes at once in a bottom-up level.
inline constexpr std::size_t words_per_chunk = 32;

/// Which worker of the rank decides about a vertex: blocks of vertices in turn, so that no bit that
/// says "reached" is ever written by two workers and no atomic instruction is needed.
class vertex_homes {
public:
  vertex_homes(std::size_t vertices, int workers);

  [[nodiscard]] std::size_t of(local_vertex v) const noexcept { return homes_[v >> block_shift_]; }
  [[nodiscard]] std::size_t of_word(std::size_t word) const noexcept {
    return homes_[word * word_bits >> block_shift_];
  }

  /// The number of vertices at each home.
  [[nodiscard]] std::vector<std::size_t> sizes(std::size_t vertices, int workers) const;

private:
  unsigned block_shift_;  // a block is whole words of bits
  std::vector<std::uint16_t> homes_;
};

/// Level n is the vertices at depth n; expanding level n finds level n + 1.
struct search_state {
  search_state(rank_team& on, const csr_graph& over, const bfs_options& how);

  /// Adds what `self` has looked at, and so many vertices that it `found`, to the metrics.
  void count(worker& self, std::uint64_t found) noexcept {
    const looks looked = std::exchange(lane_of(self).looked(), {});
    found_metric.add(self, found);
    look_metrics.add(self, looked.vertices, looked.edges);
  }

  [[nodiscard]] frontier_lane& lane_of(const worker& self) noexcept {
    return lanes[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] bit_array& seen_by(const worker& self) noexcept {
    return seen[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] bit_array& front_of(std::uint32_t level) noexcept { return fronts[level % 2]; }
  [[nodiscard]] shared_loop& words_of(std::uint32_t level) noexcept { return loops[level % 2]; }
  [[nodiscard]] bool keeps_depths() const noexcept { return !tree.depth.empty(); }

  /// For 64 owned vertices, whether they are reached, or never to be: what their home knows.
  [[nodiscard]] std::uint64_t& closed_word(std::size_t index) noexcept {
    return seen[homes.of_word(index)].words()[index];
  }

  /// The bits of word `index` that stand for owned vertices.
  [[nodiscard]] std::uint64_t owned_mask(std::size_t index) const noexcept {
    const std::size_t behind = graph.num_local() - index * word_bits;
    return behind >= word_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << behind) - 1;
  }

  /// This worker's part of `size` items, when all get equally much.
  [[nodiscard]] index_range share_of(const worker& self, std::size_t size) const noexcept {
    return even_share(size, self.index(), static_cast<int>(lanes.size()));
  }

  /// Writes what was found out about `v`, once for each search.
  void adopt(local_vertex v, vertex_id parent, std::uint32_t depth) noexcept {
    tree.parent[v] = parent;
    if (keeps_depths()) { tree.depth[v] = depth; }
  }

  rank_team& team;
  const csr_graph& graph;
  bfs_options options;
  std::size_t prefetch_distance;
  vertex_homes homes;
  /// By worker: vertices at home that are reached or never to be; others, and ghosts, of which the
  /// worker has told whom they belong to, or else knows that they are reached.
  std::vector<bit_array> seen;
  std::array<bit_array, 2> fronts;  ///< A level as bits, owned vertices and ghosts.
  std::array<shared_loop, 2> loops;
  std::vector<frontier_lane> lanes;  ///< A level as lists, by worker.
  bfs_tree tree;
  edge_metrics look_metrics;
  improvement_metric found_metric;
};

}  // namespace orujo::breadth_first
