// What the workers of one rank share during a breadth-first search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/algorithms/bfs.hpp"
#include "orujo/algorithms/bfs_bits.hpp"
#include "orujo/algorithms/bfs_lane.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::breadth_first {

/// Words of 64 vertices that a worker takes at once in a bottom-up level.
inline constexpr std::size_t words_per_chunk = 32;

/// "Your vertex `child` is reached from `parent`."
struct adoption {
  local_vertex child;  ///< As its owner numbers it.
  std::uint32_t parent_low;
  std::uint32_t parent_high;

  [[nodiscard]] static adoption of(local_vertex child, vertex_id parent) noexcept {
    return {child, static_cast<std::uint32_t>(parent), static_cast<std::uint32_t>(parent >> 32)};
  }
  [[nodiscard]] vertex_id parent() const noexcept {
    return vertex_id{parent_high} << 32 | parent_low;
  }
};

/// Level n is the vertices at depth n; expanding level n finds level n + 1.
struct search_state {
  search_state(rank_team& on, const csr_graph& over, const bfs_options& how);

  [[nodiscard]] frontier_lane& lane_of(const worker& self) noexcept {
    return lanes[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] bit_array& front_of(std::uint32_t level) noexcept { return fronts[level % 2]; }
  [[nodiscard]] shared_loop& words_of(std::uint32_t level) noexcept { return loops[level % 2]; }
  [[nodiscard]] bool keeps_depths() const noexcept { return !tree.depth.empty(); }

  /// The bits of word `index` that stand for owned vertices.
  [[nodiscard]] std::uint64_t owned_mask(std::size_t index) const noexcept {
    const std::size_t behind = graph.num_local() - index * word_bits;
    return behind >= word_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << behind) - 1;
  }

  /// This worker's part of `size` items, when all get equally much.
  [[nodiscard]] index_range share_of(const worker& self, std::size_t size) const noexcept {
    return even_share(size, self.index(), static_cast<int>(lanes.size()));
  }

  /// Writes what the holder of v's bit of `closed` found out.
  void adopt(local_vertex v, vertex_id parent, std::uint32_t depth) noexcept {
    tree.parent[v] = parent;
    if (keeps_depths()) { tree.depth[v] = depth; }
  }

  rank_team& team;
  const csr_graph& graph;
  bfs_options options;
  access sharing;
  std::size_t prefetch_distance;
  /// Owned vertices: reached, or never to be. Ghosts: reached, as far as this rank knows.
  bit_array closed;
  std::array<bit_array, 2> fronts;  ///< A level as bits, owned vertices and ghosts.
  std::array<shared_loop, 2> loops;
  std::vector<frontier_lane> lanes;  ///< A level as lists, by the worker that found it.
  bfs_tree tree;
};

}  // namespace orujo::breadth_first
