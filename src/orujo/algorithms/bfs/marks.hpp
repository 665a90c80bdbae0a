// Breadth-first search by operators that mark vertices, under any mechanism.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "orujo/activities/counts.hpp"
#include "orujo/algorithms/bfs/bfs.hpp"

namespace orujo::breadth_first {

/// Searches from one source after the other, level by level. Fire-and-forget, may fail: a vertex
/// takes the first parent that marks it, and nobody hears of the others.
class marking_search {
public:
  /// Call: collective. Throws: as bfs_search, and as mechanism_in_force().
  marking_search(rank_team& team, const csr_graph& graph, const bfs_options& options);
  marking_search(const marking_search&) = delete;
  marking_search& operator=(const marking_search&) = delete;
  ~marking_search();

  /// Call: collective; `source` is a vertex, `target` one or no_vertex.
  void run(vertex_id source, vertex_id target);

  [[nodiscard]] bfs_tree& tree() noexcept;
  /// Of the last search, on all ranks. Call: collective.
  [[nodiscard]] activity_counts counts() const;
  void describe(report_card& card) const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace orujo::breadth_first
