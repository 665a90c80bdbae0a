// Each worker finds its own, then all agree.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/busiest_vertex.hpp"

#include <cstdint>

#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

struct candidate {
  std::uint64_t degree = 0;
  vertex_id vertex = no_vertex;

  [[nodiscard]] bool is_before(const candidate& other) const noexcept {
    return degree != other.degree ? degree > other.degree : vertex < other.vertex;
  }
};

}  // namespace

vertex_id busiest_vertex(rank_team& team, const csr_graph& graph) {
  const auto degree_of = [&](local_vertex v) {
    const std::uint64_t degree = graph.out_edges().degree(v);
    return degree > 0 ? candidate{degree, graph.global(v)} : candidate{};
  };
  const auto first = [](const candidate& a, const candidate& b) { return a.is_before(b) ? a : b; };
  return vertex_reduce(team, graph, degree_of, first).vertex;
}

}  // namespace orujo
