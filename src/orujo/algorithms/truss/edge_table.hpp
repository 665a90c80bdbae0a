// Rows of a rank's vertices in which each edge has a number, and from which edges can be dropped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo::trusses {

/// A vertex by its id, of a graph with fewer than 2^32 - 1.
using vertex_number = std::uint32_t;

/// An edge that has an owned end: this rank's own number.
using edge_number = std::uint32_t;

/// Neighbours of a vertex, ascending, and the edges to them.
struct edge_row {
  std::span<const vertex_number> targets;
  std::span<const edge_number> edges;
};

/// Ends of an edge. If both are owned, `owned` is the lesser.
struct edge_ends {
  local_vertex owned;
  vertex_number other;
};

/// The edges of an undirected graph that have an end on this rank, each once and without loops,
/// numbered as (owned, other) ascends. Memory: 20 bytes for each owned vertex, 8 for each arc, 12
/// for each edge.
class edge_table {
public:
  /// Call: collective. `graph` outlives the object. Throws on every rank: memory_error; usage_error
  /// if there are too many edges.
  edge_table(rank_team& team, const csr_graph& graph);

  [[nodiscard]] edge_number size() const noexcept { return static_cast<edge_number>(ends_.size()); }
  [[nodiscard]] edge_ends ends(edge_number e) const noexcept { return ends_[e]; }

  /// Whether this rank keeps the state of the edge: it owns the lesser end.
  [[nodiscard]] bool keeps(edge_number e) const noexcept {
    return ends_[e].other > graph_.global(ends_[e].owned);
  }
  /// The local number of `v` at its owner.
  [[nodiscard]] local_vertex place_of(vertex_number v, rank_id owner) const noexcept {
    return static_cast<local_vertex>(v - graph_.partition().first(owner));
  }
  /// Of an edge to another rank: whether the other end has the shorter row, or the same and the
  /// lesser id. Both ranks say the opposite.
  [[nodiscard]] bool other_is_shorter(edge_number e) const noexcept {
    return other_is_shorter_[e] != 0;
  }

  /// With one rank: the end that has the longer row to begin with, or of equal ones the lesser.
  [[nodiscard]] local_vertex hub(edge_number e) const noexcept { return hubs_[e]; }
  /// With one rank: appends all edges, those of one hub one after the other.
  void list_by_hub(std::vector<edge_number>& into) const;
  void sort_by_hub(std::vector<edge_number>& edges) const;

  [[nodiscard]] edge_row row(local_vertex v) const noexcept {
    const std::size_t first = begins_[v];
    return {targets_.span().subspan(first, sizes_[v]), edges_.span().subspan(first, sizes_[v])};
  }

  /// The edge from owned `v` to `other`, which there is and was not dropped.
  [[nodiscard]] edge_number find(local_vertex v, vertex_number other) const noexcept {
    const edge_row row = this->row(v);
    const auto at = std::lower_bound(row.targets.begin(), row.targets.end(), other);
    return row.edges[static_cast<std::size_t>(at - row.targets.begin())];
  }

  /// Drops the edges that `is_gone(e)` says from rows; they keep their numbers. Call: local, worker
  /// 0, outside on_workers().
  template <typename IsGone>
  void drop(rank_team& team, IsGone is_gone) {
    vertex_map(team, graph_, [&](local_vertex v) {
      const std::size_t first = begins_[v];
      std::size_t kept = first;
      for (std::size_t i = first; i < first + sizes_[v]; ++i) {
        if (is_gone(edges_[i])) { continue; }
        targets_[kept] = targets_[i];
        edges_[kept++] = edges_[i];
      }
      sizes_[v] = static_cast<std::uint32_t>(kept - first);
    });
  }

private:
  void list_targets(local_vertex v);
  [[nodiscard]] std::size_t number_from(std::size_t next, local_vertex v);
  void number_row(local_vertex v);
  void compare_rows(rank_team& team);
  void find_hubs();

  const csr_graph& graph_;
  std::span<const std::uint64_t> begins_;    // of rows, as the graph has them
  huge_array<std::uint32_t> sizes_;          // of rows, as the following
  huge_array<edge_number> first_edges_;      // the first that the row numbers
  huge_array<std::uint32_t> lesser_ghosts_;  // targets of lower ranks, which come first
  huge_array<std::uint32_t> lesser_owned_;   // lesser owned targets, which come next
  huge_array<vertex_number> targets_;
  huge_array<edge_number> edges_;
  huge_array<edge_ends> ends_;
  huge_array<std::uint8_t> other_is_shorter_;  // with several ranks
  huge_array<local_vertex> hubs_;              // with one
};

/// As for_each_common(), where `b` is much longer: looks up each target.
template <typename Visit>
void for_each_found(const edge_row& a, const edge_row& b, Visit visit) {
  auto from = b.targets.begin();
  for (std::size_t i = 0; i < a.targets.size(); ++i) {
    from = std::lower_bound(from, b.targets.end(), a.targets[i]);
    if (from == b.targets.end()) { return; }
    const auto j = static_cast<std::size_t>(from - b.targets.begin());
    if (*from == a.targets[i]) { visit(*from, a.edges[i], b.edges[j]); }
  }
}

/// Calls `visit(target, edge of a, edge of b)` for each target that both rows have.
template <typename Visit>
void for_each_common(const edge_row& a, const edge_row& b, Visit visit) {
  constexpr std::size_t much_longer = 16;
  const std::size_t size_a = a.targets.size();
  const std::size_t size_b = b.targets.size();
  if (size_b > much_longer * size_a) { return for_each_found(a, b, visit); }
  if (size_a > much_longer * size_b) {
    return for_each_found(
        b, a, [&](vertex_number w, edge_number of_b, edge_number of_a) { visit(w, of_a, of_b); });
  }
  for (std::size_t i = 0, j = 0; i < size_a && j < size_b;) {
    const vertex_number x = a.targets[i];
    const vertex_number y = b.targets[j];
    if (x == y) { visit(x, a.edges[i], b.edges[j]); }
    i += x <= y ? 1U : 0U;
    j += y <= x ? 1U : 0U;
  }
}

}  // namespace orujo::trusses
