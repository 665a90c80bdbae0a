// The work of PageRank by delta is bounded, however late messages come.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/pagerank_graphs.hpp"
#include "orujo/algorithms/pagerank/verify.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo::test::pagerank_delta_bounds_tests {

namespace {

constexpr double damping = 0.85;
constexpr double tolerance = 1e-8;

/// All edges as often as a rank has one of their ends as its own or as a ghost.
std::uint64_t edges_and_ghost_edges(rank_team& team, const csr_graph& graph) {
  std::vector<std::uint64_t> edges(std::size_t{graph.num_local()} + graph.num_ghosts(), 1);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    edges[v] = std::max<std::uint64_t>(1, graph.out_edges().degree(v));
  }
  ghost_values<std::uint64_t>(team, graph).update(edges);
  std::uint64_t total = 0;
  for (const std::uint64_t each : edges) { total += each; }
  return all_sum(team, total);
}

/// A phase begins with at most eight times what it may leave, and each look at an edge takes its
/// share of what is left away, but for the damped part that goes on.
void expect_bounded(rank_team& team, const csr_graph& graph, order_kind order) {
  const pagerank_options options = {.method = pagerank_method::delta,
                                    .damping = damping,
                                    .weighted = graph.stored_weights() != weight_type::none,
                                    .tolerance = tolerance,
                                    .order = {.kind = order, .width = 0}};
  const pagerank_scores found = pagerank(team, graph, options);
  const double bound = static_cast<double>(found.work.phases) * 8 / (1 - damping) *
                       static_cast<double>(edges_and_ghost_edges(team, graph));
  EXPECT_TRUE(found.facts.converged);
  EXPECT_LE(found.work.phases, 11U);
  EXPECT_LE(static_cast<double>(found.work.relaxations), bound);
  EXPECT_LE(static_cast<double>(found.work.messages), bound);
  for (const auto& wrong : verify_pagerank(team, graph, found.score.span(), options)) {
    ADD_FAILURE() << wrong.text();
  }
}

/// Teams whose messages come one by one, or long after they were sent.
std::vector<launch_options> late_teams() {
  std::vector<launch_options> teams;
  for (const char* reduction : {"off", "cache", "ghosts"}) {
    for (launch_options each : {with(team_of(7, 1), "flush_before_batch", "1"),
                                team_of(2, 4, "sim:bandwidth=5"), team_of(3, 2, sim_model_of(1))}) {
      teams.push_back(with(each, "reduction", reduction));
    }
  }
  return teams;
}

}  // namespace

TEST(pagerank_by_delta, does_bounded_work_however_late_messages_come) {
  const std::vector<input_edge> edges = skewed_edges(3, 128, 400);
  edge_chunk heavy_and_light = {edges, {}, {}};
  for (std::size_t i = 0; i < edges.size(); ++i) {
    heavy_and_light.whole_weights.push_back(i % 10 == 0 ? 1000 : 1);
  }
  on_teams(late_teams(), [&](rank_team& team) {
    const build_options loops = {.directed = false, .keep_self_loops = true};
    const csr_graph even = graph_from_edges(team, 128, edges, loops);
    const csr_graph weighted = graph_from_edges(team, 128, heavy_and_light, loops);
    for (const order_kind order : {order_kind::unordered, order_kind::priority_per_worker}) {
      expect_bounded(team, even, order);
      expect_bounded(team, weighted, order);
    }
  });
}

}  // namespace orujo::test::pagerank_delta_bounds_tests
