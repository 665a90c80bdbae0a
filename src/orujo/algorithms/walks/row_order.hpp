// The order of a row by what its targets are, whoever owns them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::walking {

/// In a row owned vertices come first, then ghosts, each ascending. This finds the edge to the i-th
/// of all targets by their ids, which is the same on every team. With one rank that is edge i.
/// Memory: with several 8 bytes for each owned vertex.
class row_order {
public:
  /// Call: local, worker 0, outside on_workers().
  row_order(rank_team& team, const csr_graph& graph) {
    if (team.size() == 1) { return; }
    parts_ = huge_array<parts>(graph.num_local());
    const local_vertex owned_end = graph.num_local();
    const local_vertex lower_end = graph.ghost_range(team.rank()).first;
    parallel_for(team, graph.num_local(), 4096, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) {
        const auto row = graph.out_edges().row(static_cast<local_vertex>(v));
        const auto owned = std::lower_bound(row.begin(), row.end(), owned_end);
        const auto lower = std::lower_bound(owned, row.end(), lower_end);
        parts_[v] = {static_cast<std::uint32_t>(owned - row.begin()),
                     static_cast<std::uint32_t>(lower - owned)};
      }
    });
  }

  /// The place in the row of `v` of the edge to the target number `index`.
  [[nodiscard]] std::uint64_t place(local_vertex v, std::uint64_t index) const noexcept {
    if (parts_.empty()) { return index; }
    const parts& of = parts_[v];
    if (index < of.lower) { return of.owned + index; }
    return index < std::uint64_t{of.lower} + of.owned ? index - of.lower : index;
  }

private:
  struct parts {
    std::uint32_t owned;  ///< Targets that this rank owns.
    std::uint32_t lower;  ///< Ghosts of lower ids than these.
  };

  huge_array<parts> parts_;  // empty with one rank
};

}  // namespace orujo::walking
