// Checks a number of triangles by counting them another way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/triangles/triangles.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A number of triangles that is wrong: that of a vertex, or of all.
struct triangles_violation {
  std::uint64_t expected;
  std::uint64_t found;
  vertex_id vertex = no_vertex;  ///< By its number; no_vertex: of all.

  [[nodiscard]] std::string text() const;
};

/// What is wrong with `found`, the same on every rank; nothing if it is right. Shares no code with
/// triangles(): for each edge the sorted neighbours of both ends are merged, and ranks fetch those
/// of ghosts in rounds. Call: collective. Throws: usage_error on every rank if the graph is
/// directed and was built without in-edges. Cost: O(E^1.5) steps at worst, some times those of
/// triangles(). Memory: 24 bytes for each edge and vertex, and some MiB for each other rank.
[[nodiscard]] std::vector<triangles_violation> verify_triangles(rank_team& team,
                                                                const csr_graph& graph,
                                                                const triangle_count& found);

/// The same of each vertex, too; the first vertex that is wrong, if any is. Memory: besides, 8
/// bytes for each owned vertex and ghost.
[[nodiscard]] std::vector<triangles_violation> verify_triangles(rank_team& team,
                                                                const csr_graph& graph,
                                                                const vertex_triangles& found);

}  // namespace orujo
