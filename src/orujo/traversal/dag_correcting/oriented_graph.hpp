// An undirected graph whose edges lead from earlier to later vertices of a total order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Where another rank has an owned vertex as a ghost.
struct ghost_copy {
  rank_id rank;
  local_vertex ghost;  ///< As that rank numbers it.
};

/// The acyclic graph that a total order of the vertices makes of an undirected one: a neighbour is
/// a predecessor of v if it comes before v, else a successor. Loops are left out, parallel edges
/// stay. Read only once built.
class oriented_graph {
public:
  /// `priority` has a value for each owned vertex and ghost, the same on every rank that has the
  /// vertex: lower ones come first, and of equal ones the vertex with the lower number. `team` and
  /// `graph` outlive the object.
  /// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is directed;
  /// memory_error. Cost: two looks at each edge. Memory: 4 bytes for each arc and, with several
  /// ranks, for each arc to a ghost; 16 bytes for each owned vertex and ghost.
  oriented_graph(rank_team& team, const csr_graph& graph, std::span<const std::uint64_t> priority);

  [[nodiscard]] const csr_graph& graph() const noexcept { return graph_; }

  /// The neighbours of an owned vertex that come before it.
  [[nodiscard]] std::span<const local_vertex> predecessors(local_vertex v) const noexcept {
    return {&targets_[offsets_[v]], parts_[v].predecessors};
  }

  /// The owned neighbours of an owned vertex, or of a ghost, that come after it.
  [[nodiscard]] std::span<const local_vertex> successors(local_vertex v) const noexcept {
    if (v < num_local_) {
      const std::uint32_t count = parts_[v].owned_successors;
      return {&targets_[offsets_[v + 1]] - count, count};
    }
    const std::uint64_t first = ghost_offsets_[v - num_local_];
    return {&ghost_targets_[first], ghost_offsets_[v - num_local_ + 1] - first};
  }

  /// The other ranks that have successors of owned vertex `v`.
  [[nodiscard]] std::span<const ghost_copy> copies(local_vertex v) const noexcept {
    if (copy_offsets_.empty()) { return {}; }
    return {&copies_[copy_offsets_[v]], copy_offsets_[v + 1] - copy_offsets_[v]};
  }

  /// Asks the caches for where the rows of `v` are, and for the rows. Any owned vertex.
  void prefetch_place(local_vertex v) const noexcept {
    prefetch_to_read(&offsets_[v]);
    prefetch_to_read(&parts_[v]);
  }
  void prefetch_row(local_vertex v) const noexcept {
    prefetch_to_read(targets_.data() + offsets_[v]);
  }

private:
  /// How many of a row are what; the row has predecessors, then successors that are ghosts, then
  /// those that are owned, with a gap before the successors where loops were left out.
  struct row_parts {
    std::uint32_t predecessors;
    std::uint32_t owned_successors;
  };

  void split_rows(rank_team& team, std::span<const std::uint64_t> priority);
  void split_row(local_vertex v, std::span<const std::uint64_t> priority);
  void list_ghost_rows();
  void list_copies(rank_team& team);
  void number_copies(rank_team& team);
  [[nodiscard]] std::span<const local_vertex> ghost_successors(local_vertex v) const noexcept;
  [[nodiscard]] bool comes_first(local_vertex a, local_vertex b,
                                 std::span<const std::uint64_t> priority) const noexcept {
    return priority[a] != priority[b] ? priority[a] < priority[b]
                                      : graph_.global(a) < graph_.global(b);
  }

  const csr_graph& graph_;
  local_vertex num_local_;
  std::span<const std::uint64_t> offsets_;  // those of the graph
  huge_array<local_vertex> targets_;
  huge_array<row_parts> parts_;
  huge_array<std::uint64_t> ghost_offsets_;
  huge_array<local_vertex> ghost_targets_;
  huge_array<std::uint64_t> copy_offsets_;
  huge_array<ghost_copy> copies_;
};

}  // namespace orujo
