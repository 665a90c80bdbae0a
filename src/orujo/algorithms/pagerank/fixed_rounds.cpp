// Rounds of PageRank, in which what vertices without out-edges hold is spread evenly.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/pagerank/fixed_rounds.hpp"

#include <functional>
#include <utility>

#include "orujo/algorithms/pagerank/start.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/row_sums.hpp"

namespace orujo {

namespace {

/// What vertices without out-edges hold, on all ranks.
double held_by_sinks(rank_team& team, const csr_graph& graph, const huge_array<double>& scores) {
  return page_rank::sum_over_blocks(team, graph.num_local(), [&](index_range part) {
    double sum = 0;
    for (std::size_t v = part.first; v < part.last; ++v) {
      if (graph.out_edges().degree(static_cast<local_vertex>(v)) == 0) { sum += scores[v]; }
    }
    return sum;
  });
}

}  // namespace

huge_array<double> pagerank_after(rank_team& team, const csr_graph& graph,
                                  const pagerank_rounds& rule) {
  require_everywhere(rule.damping >= 0 && rule.damping <= 1,
                     "pagerank: damping is at least 0 and at most 1");
  require_everywhere(!graph.directed() || graph.has_in_edges(),
                     "pagerank: rounds need the in-edges of a directed graph; build it with them");
  require_room(team, graph, "pagerank", {.per_vertex = 16, .per_ghost = 8});
  const auto all = static_cast<double>(graph.num_vertices());
  huge_array<double> scores(graph.num_local());
  huge_array<double> given(std::size_t{graph.num_local()} + graph.num_ghosts());
  ghost_values<double> ghosts(team, graph);
  const auto for_each_part = [&](auto body) {
    parallel_for(team, graph.num_local(), page_rank::vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   body(index_range{first, last});
                 });
  };
  for_each_part([&](index_range part) {
    for (std::size_t v = part.first; v < part.last; ++v) { scores[v] = 1 / all; }
  });
  for (std::uint64_t round = 0; round < rule.rounds; ++round) {
    const double spread = rule.damping * held_by_sinks(team, graph, scores) / all;
    for_each_part([&](index_range part) {
      for (std::size_t v = part.first; v < part.last; ++v) {
        const std::uint64_t degree = graph.out_edges().degree(static_cast<local_vertex>(v));
        given[v] = degree == 0 ? 0 : scores[v] / static_cast<double>(degree);
      }
    });
    ghosts.update(given.span());
    for_each_part([&](index_range part) {
      summing::sum_rows<double>({graph.in_edges(), given.span()}, part, &scores[part.first]);
      for (std::size_t v = part.first; v < part.last; ++v) {
        scores[v] = (1 - rule.damping) / all + spread + rule.damping * scores[v];
      }
    });
  }
  return scores;
}

}  // namespace orujo
