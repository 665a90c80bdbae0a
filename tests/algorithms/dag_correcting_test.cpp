// The engine gives each vertex the value that those before it decide, whatever the order of work.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/dag_correcting/dag_correcting.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/greedy_graphs.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"

namespace orujo::test::dag_correcting_tests {

namespace {

/// The number of predecessors with even values: it goes up and down.
struct even_count {
  using value_type = std::uint32_t;
  static constexpr value_type undecided = ~value_type{0};

  template <typename Values>
  [[nodiscard]] static value_type decide(const Values& values) {
    value_type count = 0;
    for (const value_type each : values) { count += each % 2 == 0 ? 1U : 0U; }
    return count;
  }
  [[nodiscard]] static bool affects(value_type /*own*/, value_type before, value_type after) {
    return before % 2 != after % 2;
  }
  [[nodiscard]] static bool settles(value_type /*value*/) { return false; }
  [[nodiscard]] static std::uint32_t rank(value_type value) { return value; }
};

std::vector<std::uint32_t> serial_values(const neighbour_lists& lists,
                                         const std::vector<vertex_id>& sequence) {
  std::vector<std::uint32_t> values(lists.size(), even_count::undecided);
  for (const vertex_id v : sequence) {
    std::vector<std::uint32_t> before;
    for (const vertex_id u : lists[v]) {
      if (u != v) { before.push_back(values[u]); }
    }
    values[v] = even_count::decide(before);
  }
  return values;
}

std::vector<std::uint32_t> found_values(rank_team& team, const oriented_graph& dag,
                                        const dag_correcting<even_count>& engine) {
  std::vector<std::uint32_t> own;
  for (local_vertex v = 0; v < dag.graph().num_local(); ++v) { own.push_back(engine.value(v)); }
  return whole<std::uint32_t>(team, own);
}

void expect_right(rank_team& team, const csr_graph& graph, const dag_options& options) {
  const auto priority = vertex_priorities(team, graph, vertex_order::random, 7);
  const auto sequence = sequence_of(whole_priorities(team, graph, vertex_order::random, 7));
  const oriented_graph dag(team, graph, priority.span());
  dag_correcting<even_count> engine(team, dag, options);
  for (int i = 0; i < 2; ++i) {
    engine.run({});
    EXPECT_EQ(found_values(team, dag, engine), serial_values(lists_of(team, graph), sequence));
  }
  const work_statistics work = engine.work();
  EXPECT_EQ(work.useful, graph.num_vertices());
  EXPECT_EQ(work.useful + work.useless, work.improvements);
  if (options.order == dag_order::jones_plassmann) {
    EXPECT_EQ(
        work.useless + work.invalidated + work.reduced + work.rejected + work.rejected_locally, 0U);
    EXPECT_EQ(work.relaxations, graph.facts().num_arcs);
  }
}

}  // namespace

TEST(dag_correcting, decides_alike_under_both_orders) {
  on_teams(all_teams(2), [](rank_team& team) {
    for (const char* const name : {"uniform:7:8", "grid:10x10"}) {
      const csr_graph graph = undirected_graph(team, name);
      for (const dag_options& options : all_dag_options) {
        SCOPED_TRACE(name);
        expect_right(team, graph, options);
      }
    }
  });
}

// Two triangles that share vertex 2, with a loop and a parallel edge.
TEST(dag_correcting, counts_parallel_edges_and_leaves_out_loops) {
  const std::vector<input_edge> edges = {{0, 1}, {1, 0}, {1, 2}, {2, 0},
                                         {2, 2}, {2, 3}, {3, 4}, {4, 2}};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(
        team, 5, edges,
        {.directed = false, .parallel = parallel_edges::kept, .keep_self_loops = true});
    const oriented_graph dag(team, graph,
                             vertex_priorities(team, graph, vertex_order::first_fit).span());
    for (const dag_options& options : all_dag_options) {
      dag_correcting<even_count> engine(team, dag, options);
      engine.run({});
      EXPECT_EQ(found_values(team, dag, engine), (std::vector<std::uint32_t>{0, 2, 2, 1, 1}));
    }
  });
}

TEST(dag_correcting, finds_all_work_done_in_vain) {
  on_teams({team_of(1, 1), team_of(3, 1), team_of(3, 2, sim_model_of(3))}, [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "uniform:9:12");
    const oriented_graph dag(team, graph,
                             vertex_priorities(team, graph, vertex_order::random).span());
    dag_correcting<even_count> engine(team, dag, {.order = dag_order::distributed_control});
    engine.run({});
    const work_statistics work = engine.work();
    EXPECT_GT(work.useless, 0U);
    EXPECT_GT(work.reduced, 0U);
    EXPECT_EQ(work.messages > 0, team.size() > 1);
    EXPECT_EQ(work.rejected > 0, team.size() > 1);
    EXPECT_GT(work.rejected_locally, 0U);
    EXPECT_LT(work.rejected + work.rejected_locally, work.relaxations);
  });
}

TEST(dag_correcting, measures_how_long_vertices_wait_if_that_is_asked_for) {
  std::vector<launch_options> teams = {team_of(1, 1), team_of(1, 4), team_of(2, 2, "local"),
                                       team_of(3, 2, sim_model_of(2))};
  for (const bool is_asked : {false, true}) {
    if (is_asked) {
      for (launch_options& team : teams) { team = with(team, "work_samples", "10"); }
    }
    on_teams(teams, [&](rank_team& team) {
      const csr_graph graph = undirected_graph(team, "uniform:8:8");
      const oriented_graph dag(team, graph,
                               vertex_priorities(team, graph, vertex_order::random, 3).span());
      std::uint64_t dependent = 0;
      for (local_vertex v = 0; v < graph.num_local(); ++v) {
        dependent += dag.predecessors(v).empty() ? 0U : 1U;
      }
      dependent = all_sum(team, dependent);
      dag_correcting<even_count> engine(team, dag, {.order = dag_order::jones_plassmann});
      for (int i = 0; i < 2; ++i) {
        engine.run({});
        const work_statistics work = engine.work();
        EXPECT_EQ(work.waiting_vertices, is_asked ? dependent : 0);
        EXPECT_EQ(work.vertex_wait_seconds > 0, is_asked);
        EXPECT_LE(work.longest_vertex_wait, work.vertex_wait_seconds);
        EXPECT_EQ(work.longest_vertex_wait > 0, is_asked);
      }
    });
  }
}

TEST(dag_correcting, works_on_a_graph_without_vertices) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 0, std::vector<input_edge>{}, {.directed = false});
    for (const dag_options& options : all_dag_options) { expect_right(team, graph, options); }
  });
}

TEST(dag_correcting, refuses_directed_graphs_and_no_send_cache_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const std::vector<input_edge> edges = {{0, 1}};
    const csr_graph one_way = graph_from_edges(team, 3, edges, {.directed = true});
    const csr_graph both = graph_from_edges(team, 3, edges, {.directed = false});
    const auto priority = vertex_priorities(team, both, vertex_order::first_fit);
    EXPECT_THROW(oriented_graph(team, one_way, priority.span()), agreed_error);
    const oriented_graph dag(team, both, priority.span());
    EXPECT_THROW(dag_correcting<even_count>(team, dag, {.send_cache = 0}), agreed_error);
  });
}

}  // namespace orujo::test::dag_correcting_tests
