// Chooses how trees are joined, and adds up what has been found.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"

#include <utility>

#include "orujo/algorithms/spanning_forest/ordered_joining.hpp"
#include "orujo/algorithms/spanning_forest/round_joining.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// Fills in the figures. Call: collective.
spanning_forest add_up(rank_team& team, const csr_graph& graph, spanning_forest forest) {
  exact_number weight = 0;
  for (const forest_edge& edge : forest.edges) { weight += edge.weight; }
  forest.facts.weight = all_sum(team, weight);
  forest.facts.edges = all_sum(team, std::uint64_t{forest.edges.size()});
  forest.facts.trees = graph.num_vertices() - forest.facts.edges;
  return forest;
}

}  // namespace

spanning_forest minimum_spanning_forest(rank_team& team, const csr_graph& graph,
                                        const forest_options& options) {
  require_everywhere(!graph.directed(),
                     "spanning_forest: the edges must go both ways; build the graph undirected");
  return add_up(team, graph,
                is_joined_in_order(team, graph, options.method)
                    ? join_in_order(team, graph)
                    : join_in_rounds(team, graph, options));
}

void spanning_forest::describe(report_card& card) const {
  card.add(report_section::algorithm, {"method",
                                       in_order ? "Kruskal: edges in order, after a round of all"
                                                : "Boruvka: each tree takes its least way out",
                                       {{"rounds", static_cast<double>(facts.rounds), ""},
                                        {"offers", static_cast<double>(facts.offers), ""}}});
  if (isolation) { card.add(report_section::algorithm, *isolation); }
}

}  // namespace orujo
