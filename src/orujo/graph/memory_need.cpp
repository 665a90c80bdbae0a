// Adds up what a rank needs for its part of a graph.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/memory_need.hpp"

#include "orujo/epochs/collectives.hpp"

namespace orujo {

void require_room(rank_team& team, const csr_graph& graph, std::string_view what,
                  const memory_need& need) {
  require_memory_everywhere(team,
                            need.per_vertex * graph.num_local() +
                                need.per_ghost * graph.num_ghosts() +
                                need.per_edge * graph.out_edges().targets.size() + need.more,
                            what);
}

}  // namespace orujo
