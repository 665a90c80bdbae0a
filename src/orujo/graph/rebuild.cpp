// The rows of a graph as an input of the builder.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/rebuild.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/building/moved_ids.hpp"
#include "orujo/graph/building/row_input.hpp"
#include "orujo/graph/edge_input.hpp"

namespace orujo {

surplus_arcs surplus_of(rank_team& team, const csr_graph& graph) {
  const adjacency& edges = graph.out_edges();
  std::atomic<std::uint64_t> loops{0};
  std::atomic<std::uint64_t> parallel{0};
  std::atomic<std::uint64_t> parallel_loops{0};
  agreed_for(team, {graph.num_local(), 4096}, [&](std::size_t first, std::size_t last) {
    surplus_arcs found;
    for (std::size_t v = first; v < last; ++v) {
      const auto row = edges.row(static_cast<local_vertex>(v));
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool is_loop = row[i] == v;
        if (is_loop) { ++found.loops; }
        if (i == 0 || row[i] != row[i - 1]) { continue; }
        ++found.parallel;
        if (is_loop) { ++found.parallel_loops; }
      }
    }
    // relaxed: read only after all workers are joined
    loops.fetch_add(found.loops, std::memory_order_relaxed);
    parallel.fetch_add(found.parallel, std::memory_order_relaxed);
    parallel_loops.fetch_add(found.parallel_loops, std::memory_order_relaxed);
  });
  return {all_sum(team, loops.load()), all_sum(team, parallel.load()),
          all_sum(team, parallel_loops.load())};
}

std::unique_ptr<edge_input> rows_as_input(const csr_graph& graph, row_weights weights) {
  return std::make_unique<row_input>(graph, weights);
}

csr_graph rebuild_graph(rank_team& team, const csr_graph& graph, const build_options& options,
                        row_weights weights) {
  build_options all_vertices = options;
  all_vertices.keep_isolated = true;
  csr_graph built = build_graph(
      team, [&](input_part /*part*/) { return rows_as_input(graph, weights); }, all_vertices);
  csr_parts parts = std::move(built).take_parts();
  parts.facts.dropped_loops += graph.facts().dropped_loops;
  parts.facts.dropped_duplicates += graph.facts().dropped_duplicates;
  const vertex_id first = parts.partition.first(team.rank());
  if (graph.ids().is_named()) {
    const vertex_id held = graph.partition().first(team.rank());
    parts.ids = id_map(first, moved_names(team, graph.ids().names(), held, parts.partition));
  } else if (graph.ids().is_dense()) {
    parts.ids = graph.ids();
  } else {
    const vertex_id held = graph.partition().first(team.rank());
    parts.ids =
        id_map(first, building::moved_ids(team, graph.ids().stored(), held, parts.partition));
  }
  return csr_graph(team.rank(), std::move(parts));
}

}  // namespace orujo
