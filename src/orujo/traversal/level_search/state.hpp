// What the workers of one rank share during a search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/bits.hpp"
#include "orujo/traversal/level_search/home_blocks.hpp"
#include "orujo/traversal/level_search/lane.hpp"
#include "orujo/traversal/level_search/operator.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::level_wise {

/// Words of 64 vertices that a worker takes at once in a level that is pulled.
inline constexpr std::size_t words_per_chunk = 32;

/// The edges that a search follows, and the same edges by their targets.
struct edge_sides {
  const adjacency* out = nullptr;
  const adjacency* in = nullptr;
};

/// Level n is the vertices at depth n; expanding level n finds level n + 1.
template <reach_operator Operator>
struct search_state {
  using value_type = typename Operator::value_type;
  using lane_type = search_lane<value_type>;

  /// `pulls`: whether a level may be pulled.
  search_state(rank_team& on, const csr_graph& over, Operator with, bool pulls)
      : team(on),
        graph(over),
        op(std::move(with)),
        prefetch_distance(
            static_cast<std::size_t>(on.values().integer(setting::prefetch_distance))),
        homes(over.num_local(), on.num_workers()),
        seen(static_cast<std::size_t>(on.num_workers())),
        loops{shared_loop(0, words_per_chunk), shared_loop(0, words_per_chunk)},
        lanes(static_cast<std::size_t>(on.num_workers())),
        look_metrics(on),
        found_metric(on) {
    const std::size_t vertices = over.num_local();
    const std::size_t with_ghosts = vertices + over.num_ghosts();
    for (bit_array& each : seen) { each = bit_array(with_ghosts); }
    if (pulls) {
      for (bit_array& each : fronts) { each = bit_array(with_ghosts); }
    }
    const auto box_sizes =
        lanes.size() > 1 ? homes.sizes(vertices, on.num_workers()) : std::vector<std::size_t>{};
    for (lane_type& each : lanes) { each.reserve(vertices, box_sizes); }
  }
  search_state(const search_state&) = delete;
  search_state& operator=(const search_state&) = delete;

  /// Adds what `self` has looked at, and so many vertices that it `found`, to the metrics. Returns
  /// how many edges it has looked at.
  std::uint64_t count(worker& self, std::uint64_t found) noexcept {
    const looks looked = std::exchange(lane_of(self).looked(), {});
    found_metric.add(self, found);
    look_metrics.add(self, looked.vertices, looked.edges);
    return looked.edges;
  }

  /// Whether it is known how many edges lead out of a vertex at most.
  [[nodiscard]] bool has_short_rows() const noexcept {
    return team.size() == 1 && graph.longest_row() <= csr_graph::longest_short_row;
  }

  [[nodiscard]] lane_type& lane_of(const worker& self) noexcept {
    return lanes[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] bit_array& seen_by(const worker& self) noexcept {
    return seen[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] bit_array& front_of(std::uint32_t level) noexcept { return fronts[level % 2]; }
  [[nodiscard]] shared_loop& words_of(std::uint32_t level) noexcept { return loops[level % 2]; }

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

  void leave(local_vertex v) const {
    if constexpr (leaving_operator<Operator>) { op.leave(v); }
  }

  rank_team& team;
  const csr_graph& graph;
  edge_sides edges{};  ///< Of the search that runs.
  Operator op;
  std::size_t prefetch_distance;
  home_blocks homes;
  /// By worker: vertices at home that are reached or never to be; others, and ghosts, of which the
  /// worker has told whom they belong to, or else knows that they are reached.
  std::vector<bit_array> seen;
  std::array<bit_array, 2> fronts;  ///< A level as bits, owned vertices and ghosts.
  std::array<shared_loop, 2> loops;
  std::vector<lane_type> lanes;  ///< A level as lists, by worker.
  edge_metrics look_metrics;
  improvement_metric found_metric;
};

}  // namespace orujo::level_wise
