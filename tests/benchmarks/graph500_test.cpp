// The Graph500 kernel draws proper roots, counts edges by the rules, and reports as the reference.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/graph500/graph500.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "algorithms/bfs_graphs.hpp"
#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

//  0 = 1 - 2      3 - 4      5 (loop)      6
const edge_list small_edges = {{0, 1}, {1, 0}, {1, 2}, {2, 2}, {3, 4}, {5, 5}};
const build_options as_it_is = {
    .directed = false, .parallel = parallel_edges::kept, .keep_self_loops = true};

std::vector<vertex_id> roots_of(const std::vector<graph500_search>& searches) {
  std::vector<vertex_id> roots;
  for (const graph500_search& each : searches) { roots.push_back(each.root); }
  return roots;
}

graph500_search search_of(double seconds, std::uint64_t edges) {
  graph500_search one;
  one.seconds = seconds;
  one.edges = edges;
  return one;
}

}  // namespace

TEST(graph500, draws_different_roots_that_have_a_neighbour) {
  on_teams(all_teams(1), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 7, small_edges, as_it_is);
    const auto searches = run_graph500(team, graph).searches;
    const auto roots = roots_of(searches);
    EXPECT_EQ(std::set<vertex_id>(roots.begin(), roots.end()),
              (std::set<vertex_id>{0, 1, 2, 3, 4}));
    EXPECT_EQ(roots.size(), 5U);
    for (const auto& each : searches) { EXPECT_EQ(each.problem, ""); }
  });
}

TEST(graph500, draws_the_same_roots_for_every_team_and_others_for_another_seed) {
  const edge_list edges = random_edges(3, 2000, 3000);
  std::vector<vertex_id> first;
  on_teams({team_of(1, 1), team_of(1, 2), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 2000, edges, undirected);
    graph500_options options = {.roots = 8, .seed = 5};
    const auto roots = roots_of(run_graph500(team, graph, options).searches);
    options.seed = 6;
    EXPECT_NE(roots_of(run_graph500(team, graph, options).searches), roots);
    if (index_of(team.rank()) != 0) { return; }
    if (first.empty()) { first = roots; }
    EXPECT_EQ(roots, first);
  });
}

TEST(graph500, leaves_the_tree_of_the_last_search) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 2000, random_edges(3, 2000, 3000), undirected);
    const graph500_run run = run_graph500(team, graph, {.roots = 3});
    EXPECT_TRUE(verify_bfs(team, graph, run.searches.back().root, run.last).empty());
  });
}

TEST(graph500, counts_parallel_edges_and_loops_of_the_component) {
  on_teams({team_of(1, 1), team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 7, small_edges, as_it_is);
    for (const auto& each : run_graph500(team, graph).searches) {
      EXPECT_EQ(each.edges, each.root <= 2 ? 4U : 1U) << "root " << each.root;
    }
  });
}

TEST(graph500, refuses_what_the_benchmark_is_not_about) {
  on_teams({team_of(2, 1)}, [](rank_team& team) {
    const csr_graph one_way = graph_from_edges(team, 7, small_edges, directed);
    EXPECT_THROW(static_cast<void>(run_graph500(team, one_way)), agreed_error);
    const csr_graph empty = graph_from_edges(team, 7, edge_list{{5, 5}}, as_it_is);
    EXPECT_THROW(static_cast<void>(run_graph500(team, empty)), agreed_error);
    const csr_graph graph = graph_from_edges(team, 7, small_edges, as_it_is);
    EXPECT_THROW(static_cast<void>(
                     run_graph500(team, graph, {.search = {.result = bfs_result::parents_only}})),
                 agreed_error);
  });
}

TEST(graph500, has_the_statistics_of_the_reference) {
  const graph500_statistics odd = statistics_of({5, 1, 4, 2, 3});
  EXPECT_EQ(odd.minimum, 1);
  EXPECT_EQ(odd.first_quartile, 2);
  EXPECT_EQ(odd.median, 3);
  EXPECT_EQ(odd.third_quartile, 4);
  EXPECT_EQ(odd.maximum, 5);
  EXPECT_EQ(odd.mean, 3);
  EXPECT_DOUBLE_EQ(odd.deviation, std::sqrt(2.5));
  const graph500_statistics even = statistics_of({1, 2, 3, 4});
  EXPECT_EQ(even.first_quartile, 1.5);
  EXPECT_EQ(even.median, 2.5);
  EXPECT_EQ(even.third_quartile, 3.5);
  EXPECT_EQ(statistics_of({7}).deviation, 0);
}

TEST(graph500, takes_harmonic_means_of_rates) {
  // Rates 1 and 3 edges per second: 2 / (1/1 + 1/3).
  const graph500_statistics teps = teps_statistics({search_of(10, 10), search_of(2, 6)});
  EXPECT_DOUBLE_EQ(teps.mean, 1.5);
  EXPECT_EQ(teps.minimum, 1);
  EXPECT_EQ(teps.maximum, 3);
  // deviation of {1, 1/3} is sqrt(2)/3; divided by (2/3)^2 and by sqrt(2 - 1)
  EXPECT_NEAR(teps.deviation, std::sqrt(2.0) / 3 / (4.0 / 9), 1e-12);
}

TEST(graph500, reports_in_the_lines_of_the_reference) {
  const auto lines =
      graph500_report({.scale = 20, .construction_seconds = 0.5, .ranks = 2},
                      {search_of(2, 10), search_of(2, 10)}, graph500_validation::each_search);
  const auto has = [&](const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  EXPECT_TRUE(has("SCALE:                          20"));
  EXPECT_TRUE(has("edgefactor:                     16"));
  EXPECT_TRUE(has("NBFS:                           2"));
  EXPECT_TRUE(has("num_mpi_processes:              2"));
  EXPECT_TRUE(has("construction_time:              0.5"));
  EXPECT_TRUE(has("bfs  firstquartile_time:        2"));
  EXPECT_TRUE(has("median_nedge:                   10"));
  EXPECT_TRUE(has("bfs  max_TEPS:                  5"));
  EXPECT_TRUE(has("bfs  harmonic_mean_TEPS:     !  5"));
  EXPECT_TRUE(has("bfs  harmonic_stddev_TEPS:      0"));
  EXPECT_TRUE(has("bfs  mean_validate:             0"));
  EXPECT_TRUE(has("validation:                     passed"));
}

TEST(graph500, reports_a_failed_validation) {
  graph500_search wrong = search_of(1, 1);
  wrong.problem = "vertex 3 is not one deeper than its parent 2";
  EXPECT_EQ(graph500_report({}, {wrong}, graph500_validation::each_search).back(),
            "validation:                     failed");
  EXPECT_EQ(graph500_report({}, {wrong}, graph500_validation::none).back(),
            "validation:                     none");
}

}  // namespace orujo::test
