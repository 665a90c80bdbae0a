// What is known of a rank's edges while they are taken away.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/algorithms/truss/edge_table.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::trusses {

using edge_list = std::span<const edge_number>;

/// What an edge has instead of its support once it is taken: this bit and the round.
inline constexpr std::uint32_t taken_bit = std::uint32_t{1} << 31U;

[[nodiscard]] constexpr bool is_left(std::uint32_t state) noexcept { return state < taken_bit; }

/// States of edges, and those that have come down to the level. Several workers may look at states,
/// and let supports fall, at once.
class peel_state {
public:
  /// Call: collective. Throws: as edge_table, on every rank.
  peel_state(rank_team& team, const csr_graph& graph)
      : table(team, graph),
        found_(static_cast<std::size_t>(team.num_workers())),
        is_shared_(team.num_workers() > 1) {
    run_agreed(team, [&] { states = huge_array<std::uint32_t>(table.size()); });
  }

  // relaxed: an edge that is taken stays as it is, and of others only the sum of changes matters
  [[nodiscard]] std::uint32_t at(edge_number e) noexcept {
    return std::atomic_ref(states[e]).load(std::memory_order_relaxed);
  }
  /// That of an edge that is taken in this round.
  [[nodiscard]] std::uint32_t taken_now() const noexcept { return taken_bit | round; }

  /// Call: while supports are counted, and others look whether the edge is left.
  void set_support(edge_number e, std::uint32_t support) noexcept {
    std::atomic_ref(states[e]).store(support, std::memory_order_relaxed);
  }

  /// The support of an edge that this rank keeps falls by one: one worker sees it come to the
  /// level.
  void subtract(const worker& self, edge_number e) {
    const std::uint32_t before =
        is_shared_ ? std::atomic_ref(states[e]).fetch_sub(1, std::memory_order_relaxed)
                   : states[e]--;
    if (before == level + 1) { found(self.index()).push_back(e); }
  }

  /// What worker `w` has found, to be taken in the next round.
  [[nodiscard]] std::vector<edge_number>& found(int w) noexcept {
    return found_[static_cast<std::size_t>(w)].edges;
  }

  edge_table table;
  /// Supports, right where this rank keeps the edge, or what taken_now() was.
  huge_array<std::uint32_t> states;
  std::uint32_t level = 0;
  std::uint32_t round = 0;
  /// Supports are being counted. From the beginning, as other ranks may have begun.
  bool is_counting = true;

private:
  struct alignas(cache_line_bytes) found_edges {
    std::vector<edge_number> edges;
  };

  std::vector<found_edges> found_;
  bool is_shared_;
};

}  // namespace orujo::trusses
