// What two lists of edges have to have in common to be the same: counts, and sums of hashes that do
// not depend on any order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/random.hpp"

namespace orujo::checking {

/// An arc between vertices that tokens stand for, and the key of its weight: an int64 or a double.
struct token_arc {
  std::uint64_t source;
  std::uint64_t target;
  std::uint64_t key = 0;
};

/// What an arc adds to the sum of its list. The sums of two different lists are the same in one
/// case of 2^64.
[[nodiscard]] constexpr std::uint64_t mark_of_ends(const token_arc& arc) noexcept {
  return mix64(mix64(arc.source) + arc.target);
}
[[nodiscard]] constexpr std::uint64_t mark_with_weight(std::uint64_t ends,
                                                       std::uint64_t key) noexcept {
  return mix64(ends + mix64(key));
}

/// Vertices and arcs, counted and summed up. An edge both ways is two arcs, a loop one.
struct edge_tally {
  std::uint64_t vertices = 0;
  std::uint64_t vertex_marks = 0;  ///< Sum over vertices.
  std::uint64_t arcs = 0;
  std::uint64_t loops = 0;
  std::uint64_t merged_arcs = 0;  ///< Left out for others with the same ends; loops, too.
  std::uint64_t merged_loops = 0;
  std::uint64_t dropped_loops = 0;
  std::uint64_t end_marks = 0;     ///< Sum over arcs, without weights.
  std::uint64_t weight_marks = 0;  ///< The same with weights.
  double weight_sum = 0;           ///< Over arcs; rounded, for people.
  double loop_weight_sum = 0;

  void add(const token_arc& arc, double weight) noexcept {
    const std::uint64_t ends = mark_of_ends(arc);
    ++arcs;
    const bool is_loop = arc.source == arc.target;
    loops += is_loop ? 1U : 0U;
    end_marks += ends;
    weight_marks += mark_with_weight(ends, arc.key);
    weight_sum += weight;
    loop_weight_sum += is_loop ? weight : 0;
  }

  void add_vertex(std::uint64_t token) noexcept {
    ++vertices;
    vertex_marks += mix64(token);
  }

  /// Loops once, all other arcs as `arcs_per_edge` says.
  [[nodiscard]] std::uint64_t edges(std::uint64_t arcs_per_edge) const noexcept {
    return (arcs - loops) / arcs_per_edge + loops;
  }
  [[nodiscard]] std::uint64_t merged_edges(std::uint64_t arcs_per_edge) const noexcept {
    return (merged_arcs - merged_loops) / arcs_per_edge + merged_loops;
  }
  [[nodiscard]] double edge_weight_sum(std::uint64_t arcs_per_edge) const noexcept {
    return (weight_sum - loop_weight_sum) / static_cast<double>(arcs_per_edge) + loop_weight_sum;
  }

  [[nodiscard]] edge_tally operator+(const edge_tally& more) const noexcept {
    return {.vertices = vertices + more.vertices,
            .vertex_marks = vertex_marks + more.vertex_marks,
            .arcs = arcs + more.arcs,
            .loops = loops + more.loops,
            .merged_arcs = merged_arcs + more.merged_arcs,
            .merged_loops = merged_loops + more.merged_loops,
            .dropped_loops = dropped_loops + more.dropped_loops,
            .end_marks = end_marks + more.end_marks,
            .weight_marks = weight_marks + more.weight_marks,
            .weight_sum = weight_sum + more.weight_sum,
            .loop_weight_sum = loop_weight_sum + more.loop_weight_sum};
  }
};

}  // namespace orujo::checking
