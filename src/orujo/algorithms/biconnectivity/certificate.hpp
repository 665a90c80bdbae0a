// Few edges that say as much of what is biconnected as all edges of a rank do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::biconnection {

/// Between vertices by their numbers in a certificate.
struct certificate_edge {
  local_vertex a;
  local_vertex b;
};

/// Edges in place of others. Each block of the others is a cycle through its vertices, or where
/// there are only two one edge, or two of them.
///
/// Whichever vertex or edge is taken away, what is left hangs together in the same pieces as what
/// is left of the others; edges that stand for one another do not matter, as none of them is a
/// bridge. So this holds of two graphs together, too, if each is replaced (Eppstein, Galil,
/// Italiano and Nissenzweig, Sparsification, 1997, call it a strong certificate), and they have the
/// same blocks and bridges.
struct certificate {
  std::vector<vertex_id> ids;  ///< Of the vertices, ascending; each has an edge.
  std::vector<certificate_edge> edges;
};

/// Edges by both ends, as depth_search takes them.
struct certificate_rows {
  huge_array<std::uint64_t> begins;
  huge_array<local_vertex> targets;
};

[[nodiscard]] certificate_rows rows_of(const certificate& edges);

/// What stands for all edges of all ranks, on rank 0: at most four edges for each vertex. Nothing
/// on the others. `pause()` is called now and then. Call: collective. Throws on every rank:
/// memory_error.
[[nodiscard]] certificate certificate_of_all(rank_team& team, const csr_graph& graph,
                                             const std::function<void()>& pause);

}  // namespace orujo::biconnection
