// Which worker of its rank acts on a vertex where all go through the same rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/row_chunks.hpp"

namespace orujo {

/// Cuts the vertices of a rank into one part for each worker, in their order, so that about as many
/// edges lead into each part; equally large ones where edges by target are not known.
class target_split {
public:
  /// Call: local. Cost: a search for each worker.
  target_split(const rank_team& team, const csr_graph& graph);

  /// Whether a worker finds its part of a row faster than it would keep others off the targets in
  /// it; by edges_per_row().
  [[nodiscard]] static bool suits(const rank_team& team, const csr_graph& graph,
                                  std::span<const local_vertex> sources) noexcept {
    constexpr std::uint64_t edges_per_part = 8;
    return edges_per_row(graph, sources) >=
           edges_per_part * static_cast<std::uint64_t>(team.num_workers());
  }

  /// Calls `visit(target)` for each of this worker's targets in the rows of `sources`, none of
  /// which has ghosts; returns how many there are. Rows ascend, so they lie together.
  template <typename Visit>
  std::uint64_t visit_part(const worker& self, const adjacency& rows,
                           std::span<const local_vertex> sources, Visit visit) const {
    const auto w = static_cast<std::size_t>(self.index());
    std::uint64_t edges = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      fetch_rows(rows, sources.subspan(i));
      const auto row = rows.row(sources[i]);
      auto target = std::lower_bound(row.begin(), row.end(), cuts_[w]);
      for (; target != row.end() && *target < cuts_[w + 1]; ++target, ++edges) { visit(*target); }
    }
    return edges;
  }

private:
  std::vector<local_vertex> cuts_;  // one more than workers
};

}  // namespace orujo
