// Grundy colouring on the engine for values over an acyclic graph.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/colouring/colour.hpp"

#include <algorithm>

#include "orujo/algorithms/colouring/boman.hpp"
#include "orujo/algorithms/colouring/function.hpp"
#include "orujo/traversal/dag_correcting/dag_correcting.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

colouring colour(rank_team& team, const csr_graph& graph, const colour_options& options) {
  if (options.activities) { return recoloured(team, graph, *options.activities, options.seed); }
  const oriented_graph dag(team, graph,
                           vertex_priorities(team, graph, options.order, options.seed).span());
  dag_correcting<grundy_colour> engine(team, dag, options.how);
  engine.run({});
  colouring result{.colour = huge_array<std::uint32_t>(graph.num_local())};
  const auto take = [&](local_vertex v) { return (result.colour[v] = engine.value(v)) + 1; };
  result.colours = vertex_reduce(team, graph, take,
                                 [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
  result.work = engine.work();
  result.history = engine.history();
  engine.describe(result.choices);
  return result;
}

void colouring::describe(report_card& card) const {
  for (const report_entry& entry : choices.entries()) { card.add(entry.section, entry.row); }
}

}  // namespace orujo
