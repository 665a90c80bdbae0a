// Each rank finds its own, then all agree.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/busiest_vertex.hpp"

#include <cstdint>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

struct candidate {
  std::uint64_t degree;
  vertex_id vertex;

  [[nodiscard]] bool is_before(const candidate& other) const noexcept {
    return degree != other.degree ? degree > other.degree : vertex < other.vertex;
  }
};

}  // namespace

vertex_id busiest_vertex(rank_team& team, const csr_graph& graph) {
  candidate most{0, no_vertex};
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const std::uint64_t degree = graph.out_edges().degree(v);
    if (degree > most.degree) { most = {degree, graph.global(v)}; }
  }
  return all_reduce(team, most,
                    [](const candidate& a, const candidate& b) { return a.is_before(b) ? a : b; })
      .vertex;
}

}  // namespace orujo
