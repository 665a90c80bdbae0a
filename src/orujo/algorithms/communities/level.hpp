// A graph as one level of the search sees it: rows of weighted edges, and what each vertex weighs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::community_search {

/// Weights as whole numbers of some unit, so that a sum of them does not depend on their order.
using weight_sum = std::int64_t;

/// A vertex of a level, or a community, by its number among all of the level.
using level_vertex = std::uint32_t;

/// Row v: `targets[begins[v]]` to before `targets[ends[v]]`.
struct level_rows {
  std::span<const std::uint64_t> begins;
  std::span<const std::uint64_t> ends;
  std::span<const level_vertex> targets;
  std::span<const weight_sum> weights;  ///< Empty: each edge weighs 1.

  [[nodiscard]] std::span<const level_vertex> row(std::size_t v) const noexcept {
    return targets.subspan(begins[v], ends[v] - begins[v]);
  }
  [[nodiscard]] weight_sum weight(std::uint64_t edge) const noexcept {
    return weights.empty() ? 1 : weights[edge];
  }
};

/// What one rank sees of a level. Targets are numbers of its own: first the vertices that it has,
/// then ghosts. Of levels above the finest, each rank has all vertices, and does what the others
/// do.
struct level_graph {
  level_rows rows;
  level_vertex first = 0;              ///< The number of this rank's first vertex.
  level_vertex size = 0;               ///< Vertices of all ranks.
  level_vertex known = 0;              ///< Vertices of this rank, and ghosts.
  std::span<const weight_sum> degree;  ///< Of all vertices: their edges' weights, loops twice.
  const csr_graph* spread = nullptr;   ///< Whose ghosts they are; none: there are no ghosts.
  weight_sum all_degrees = 0;          ///< Their sum.

  [[nodiscard]] level_vertex own() const noexcept {
    return static_cast<level_vertex>(rows.begins.size());
  }
};

/// The weights of the loops at vertex `v`, whose row ascends.
[[nodiscard]] weight_sum loops_at(const level_rows& rows, level_vertex v);

/// The level that a graph is. A directed edge counts both ways.
class finest_level {
public:
  /// Call: collective. Throws on every rank: agreed_error for wrong use if a weight is negative,
  /// or if there are 2^32 vertices or more; memory_error. `graph` outlives the object.
  finest_level(rank_team& team, const csr_graph& graph);

  [[nodiscard]] const level_graph& graph() const noexcept { return level_; }

private:
  void join_directions(rank_team& team, const csr_graph& graph);
  void add_degrees(rank_team& team, const csr_graph& graph);

  huge_array<weight_sum> weights_;    // whole, of out-edges or, if directed, of both directions
  huge_array<std::uint64_t> begins_;  // of a directed graph, as the following
  huge_array<level_vertex> targets_;
  huge_array<weight_sum> degrees_;
  level_graph level_;
};

}  // namespace orujo::community_search
