// Counts triangles edge by edge, for verifiers: no code of triangle_counting is in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A number of triangles that is wrong: that of a vertex, or of all.
struct triangle_mistake {
  std::uint64_t expected;
  std::uint64_t found;
  vertex_id vertex = no_vertex;  ///< By its number; no_vertex: of all.

  [[nodiscard]] std::string text() const;
};

/// Whether the graph has another number of triangles than `found`, the same on every rank; nothing
/// if it has not. For each edge the sorted neighbours of both ends are merged, and ranks fetch
/// those of ghosts in rounds. Call: collective. Throws: usage_error on every rank if the graph is
/// directed and was built without in-edges. Cost: O(E^1.5) steps at worst, some times those of
/// count_triangles(). Memory: 24 bytes for each edge and vertex, and some MiB for each other rank.
[[nodiscard]] std::vector<triangle_mistake> mistakes_in_triangles(rank_team& team,
                                                                  const csr_graph& graph,
                                                                  std::uint64_t found);

/// The same, or else the first vertex with another number than `at` has for it, if there is one.
/// Memory: besides, 8 bytes for each owned vertex and ghost.
[[nodiscard]] std::vector<triangle_mistake> mistakes_in_triangles(
    rank_team& team, const csr_graph& graph, std::uint64_t found,
    std::span<const std::uint64_t> at);

}  // namespace orujo
