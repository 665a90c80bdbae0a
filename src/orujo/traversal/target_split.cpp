// Cuts at vertices before which a share of all edges leads.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/target_split.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace orujo {

target_split::target_split(const rank_team& team, const csr_graph& graph) {
  const bool is_known = !graph.directed() || graph.has_in_edges();
  const std::span<const std::uint64_t> offsets = graph.in_edges().offsets;
  const std::size_t vertices = graph.num_local();
  const auto workers = static_cast<std::size_t>(team.num_workers());
  cuts_.push_back(0);
  for (std::size_t w = 1; w < workers; ++w) {
    std::size_t cut = vertices * w / workers;
    if (is_known) {
      const std::uint64_t before = offsets[vertices] * w / workers;
      cut = static_cast<std::size_t>(std::lower_bound(offsets.begin(), offsets.end() - 1, before) -
                                     offsets.begin());
    }
    cuts_.push_back(static_cast<local_vertex>(cut));
  }
  cuts_.push_back(graph.num_local());
}

}  // namespace orujo
