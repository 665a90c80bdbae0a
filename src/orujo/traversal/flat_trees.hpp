// Trees of vertices over all ranks, which are made flat again after roots have got parents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::connectivity {

/// The parents of this rank's vertices and ghosts. While the trees are flat, a parent is a root,
/// and a root is its own parent. Memory: 8 bytes for each owned vertex and ghost.
class flat_trees {
public:
  /// Parents are to be set. Call: collective.
  flat_trees(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        parents_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        ghosts_(team, graph) {}

  [[nodiscard]] vertex_id parent(local_vertex v) const noexcept { return parents_[v]; }
  void set_parent(local_vertex owned, vertex_id parent) noexcept { parents_[owned] = parent; }
  [[nodiscard]] bool is_root(local_vertex owned) const noexcept {
    return parents_[owned] == graph_.global(owned);
  }
  [[nodiscard]] std::span<const vertex_id> parents_of_owned() const noexcept {
    return parents_.span().first(graph_.num_local());
  }

  void prefetch(local_vertex v) const noexcept { prefetch_to_read(&parents_[v]); }

  /// Calls `visit(v)` for each owned vertex on all workers. Call: local.
  template <typename Visit>
  void over_owned(Visit visit) {
    constexpr std::size_t vertices_per_chunk = 4096;
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) {
                     visit(static_cast<local_vertex>(v));
                   }
                 });
  }

  /// Makes every parent a root, and tells ghosts: a vertex jumps along parents of its own rank, and
  /// asks the owners of others. There must be no cycle. Call: collective. Cost: O(V) and some
  /// log2(height) exchanges of one value for each distinct parent of another rank.
  void flatten();

  /// Tells each rank the parents of its ghosts. Call: collective.
  void update_ghosts() { ghosts_.update(parents_.span()); }

  /// Those of owned vertices, ascending. Call: local.
  [[nodiscard]] std::vector<vertex_id> remote_parents() const;

private:
  void jump_here(local_vertex v) noexcept;
  [[nodiscard]] bool jump_to_other_ranks();

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<vertex_id> parents_;
  ghost_values<vertex_id> ghosts_;
};

}  // namespace orujo::connectivity
