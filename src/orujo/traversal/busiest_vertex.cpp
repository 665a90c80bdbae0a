// Each worker finds its own, then all agree.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/busiest_vertex.hpp"

#include <cstddef>
#include <cstdint>

#include "orujo/traversal/parallel_reduce.hpp"

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
  const auto busiest_of = [&](index_range share) {
    candidate most{0, no_vertex};
    for (std::size_t v = share.first; v < share.last; ++v) {
      const auto own = static_cast<local_vertex>(v);
      const std::uint64_t degree = graph.out_edges().degree(own);
      if (degree > most.degree) { most = {degree, graph.global(own)}; }
    }
    return most;
  };
  const auto first = [](const candidate& a, const candidate& b) { return a.is_before(b) ? a : b; };
  return parallel_reduce(team, graph.num_local(), busiest_of, first).vertex;
}

}  // namespace orujo
