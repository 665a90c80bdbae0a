// The minimum spanning forest is the one there is, on every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "activities/usable_mechanisms.hpp"
#include "algorithms/algorithm_matrix.hpp"
#include "algorithms/forest_graphs.hpp"
#include "algorithms/generated_graphs.hpp"
#include "orujo/algorithms/spanning_forest/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"

namespace orujo::test::spanning_forest_tests {

namespace {

const build_options both_ways = {.directed = false};

/// The forest of `graph` is `expected`, its figures are right, and its verifier agrees.
spanning_forest expect_forest(rank_team& team, const csr_graph& graph, const edge_rows& expected,
                              const forest_options& options = {}) {
  spanning_forest found = minimum_spanning_forest(team, graph, options);
  EXPECT_EQ(whole_forest(team, found), expected);
  if (options.method != forest_method::automatic) {
    EXPECT_EQ(found.in_order, options.method == forest_method::in_order && team.size() == 1);
  }
  double weight = 0;
  for (const auto& row : expected) { weight += std::get<2>(row); }
  EXPECT_EQ(found.facts.edges, expected.size());
  EXPECT_EQ(found.facts.trees, graph.num_vertices() - expected.size());
  EXPECT_NEAR(static_cast<double>(found.facts.weight), weight, 1e-9 * std::abs(weight));
  for (const forest_edge& edge : found.edges) { EXPECT_TRUE(graph.owns(edge.source)); }
  expect_none(verify_spanning_forest(team, graph, found));
  return found;
}

void expect_right(const std::vector<launch_options>& teams, const weighted_graph& listed,
                  const build_options& options = both_ways) {
  const edge_rows expected = serial_forest(listed);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, options);
    expect_forest(team, graph, expected, {.method = forest_method::rounds});
    if (team.size() == 1) {
      expect_forest(team, graph, expected, {.method = forest_method::in_order});
    }
  });
}

std::uint64_t below_4(random_stream& random) { return random.below(4); }

/// By activities of several sizes under every mechanism that the team can use.
void expect_by_activities(rank_team& team, const weighted_graph& listed) {
  const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, both_ways);
  const edge_rows expected = serial_forest(listed);
  for (const std::string& name : mechanism_names(operator_reach::several_elements)) {
    if (!can_be_used(name, team.num_workers())) { continue; }
    for (const std::size_t coarsen : {0U, 1U, 16U}) {
      SCOPED_TRACE(name + ", " + std::to_string(coarsen));
      const isolation_choice isolation{.mechanism = mechanism_named(name), .coarsen = coarsen};
      const auto found = expect_forest(
          team, graph, expected, {.method = forest_method::activities, .isolation = isolation});
      ASSERT_TRUE(found.isolation);
      EXPECT_EQ(found.isolation->value, name);
      EXPECT_GT(found.facts.activities.activities, 0U);
    }
  }
}

std::vector<launch_options> teams_of_activities() {
  if (under_mpirun()) { return few_teams(); }
  return {team_of(1, 1), team_of(1, 2), team_of(1, 4), team_of(2, 2), team_of(3, 1)};
}

}  // namespace

//  0 -5- 1 -2- 2      6    7 -3- 8
//  |     |     |
//  1     4     7
//  |     |     |
//  3 -9- 4 -1- 5
TEST(spanning_forest, has_the_lightest_edges_that_hold_each_component_together) {
  const weighted_graph listed{
      9,
      {{{0, 1}, {1, 2}, {3, 0}, {1, 4}, {2, 5}, {3, 4}, {4, 5}, {8, 7}}, {5, 2, 1, 4, 7, 9, 1, 3}}};
  const edge_rows expected = {{0, 1, 5}, {0, 3, 1}, {1, 2, 2}, {1, 4, 4}, {4, 5, 1}, {7, 8, 3}};
  ASSERT_EQ(serial_forest(listed), expected);
  expect_right(all_teams(3), listed);
}

TEST(spanning_forest, is_the_least_of_many_where_weights_are_equal) {
  for (const std::uint64_t edges : {150U, 400U, 3000U}) {
    SCOPED_TRACE(edges);
    expect_right(all_teams(), random_weighted(edges, 300, edges, below_4));
  }
}

TEST(spanning_forest, takes_edges_of_large_graphs_in_order_on_all_workers) {
  // More vertices than a worker decides alone, with short paths and with one that is long.
  std::vector<launch_options> teams{team_of(1, 1), team_of(1, 2), team_of(1, 4)};
  if (is_sanitized) { teams.erase(teams.begin()); }
  for (const std::uint64_t edges : {15000U, 30000U, 90000U}) {
    if (is_sanitized && edges != 30000U) { continue; }  // half a minute each
    SCOPED_TRACE(edges);
    expect_right(teams, random_weighted(edges, 20000, edges, below_4));
  }
  weighted_graph path{20000, {}};
  for (vertex_id v = 1; v < path.vertices; ++v) {
    path.edges.edges.push_back({v - 1, v});
    path.edges.weights.push_back(static_cast<double>(path.vertices - v));
  }
  expect_right({team_of(1, 1), team_of(1, 4)}, path);
}

TEST(spanning_forest, takes_edges_in_order_by_itself_where_they_are_few) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto has_taken = [&](std::uint64_t edges) {
      const weighted_graph listed = random_weighted(3, 300, edges, below_4);
      return minimum_spanning_forest(
                 team, graph_from_edges(team, listed.vertices, listed.edges, both_ways))
          .in_order;
    };
    EXPECT_EQ(has_taken(400), team.size() == 1);
    EXPECT_FALSE(has_taken(3000));
  });
}

TEST(spanning_forest, takes_no_weights_as_weights_of_1) {
  weighted_graph listed = random_weighted(5, 300, 700, below_4);
  listed.edges.weights.clear();
  expect_right(all_teams(1), listed);
}

TEST(spanning_forest, takes_weights_that_are_all_0) {
  expect_right(all_teams(1), random_weighted(6, 200, 500, [](auto&) { return 0; }));
}

TEST(spanning_forest, takes_real_weights_and_the_greatest_whole_ones) {
  expect_right(all_teams(1), random_weighted(7, 300, 2000, [](random_stream& random) {
                 return static_cast<double>(random.below(1000)) / 8 + 0.5;
               }));
  expect_right(all_teams(1), random_weighted(8, 300, 2000, [](random_stream& random) {
                 return 4294967295U - random.below(3);
               }));
}

TEST(spanning_forest, leaves_out_loops_and_takes_the_lightest_of_parallel_edges) {
  const build_options all = {
      .directed = false, .parallel = parallel_edges::kept, .keep_self_loops = true};
  weighted_graph listed = random_weighted(9, 40, 600, below_4);
  for (vertex_id v = 0; v < 40; ++v) {
    listed.edges.edges.push_back({v, v});
    listed.edges.weights.push_back(0);
  }
  expect_right(all_teams(1), listed, all);
  expect_right(all_teams(1), {3, {{{0, 1}, {1, 0}, {0, 1}, {2, 2}}, {7, 3, 3, 0}}}, all);
}

//  Each round joins only neighbours: 0 -1- 1 -2- 2 -1- 3 -3- 4 -1- 5 …
TEST(spanning_forest, joins_long_paths_in_logarithmic_rounds) {
  weighted_graph path{.vertices = 1024};
  for (vertex_id v = 0; v + 1 < path.vertices; ++v) {
    path.edges.edges.push_back({v, v + 1});
    path.edges.weights.push_back(static_cast<double>(std::countr_one(v)));
  }
  expect_right(all_teams(1), path);
  on_teams({team_of(1, 2), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, path.vertices, path.edges, both_ways);
    const forest_options in_rounds{.method = forest_method::rounds};
    EXPECT_EQ(minimum_spanning_forest(team, graph, in_rounds).facts.rounds, 10U);
  });
}

// Each vertex of a path hooks onto the next one: the first round makes one tree, a path itself. To
// walk up from each vertex would take 10^10 steps.
TEST(spanning_forest, is_soon_found_where_trees_are_long_paths) {
  const vertex_id vertices = is_sanitized ? 20'000 : 150'000;
  weighted_graph path{.vertices = vertices};
  for (vertex_id v = 0; v + 1 < vertices; ++v) {
    path.edges.edges.push_back({v, v + 1});
    path.edges.weights.push_back(static_cast<double>(vertices - v));
  }
  on_teams({team_of(1, 1), team_of(1, 2), team_of(2, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, path.vertices, path.edges, both_ways);
    const forest_options in_rounds{.method = forest_method::rounds};
    EXPECT_EQ(minimum_spanning_forest(team, graph, in_rounds).facts.edges, vertices - 1);
  });
}

TEST(spanning_forest, shares_a_large_tree_between_workers) {
  weighted_graph star{.vertices = 20000};
  for (vertex_id v = 1; v < star.vertices; ++v) {
    star.edges.edges.push_back({7777, v == 7777 ? 0 : v});
    star.edges.weights.push_back(static_cast<double>(v % 5));
  }
  expect_right({team_of(1, 4), team_of(3, 2), team_of(8, 1, sim_model_of(4))}, star);
}

TEST(spanning_forest, of_graphs_without_edges_has_none) {
  expect_right(all_teams(1), {.vertices = 17});
  expect_right(all_teams(1), {.vertices = 1});
  expect_right({team_of(1, 2), team_of(3, 1)}, {.vertices = 0});
}

TEST(spanning_forest, is_right_for_every_family) {
  on_teams(all_teams(1), [](rank_team& team) {
    for (const char* name : matrix_graphs) {
      SCOPED_TRACE(name);
      const csr_graph graph = matrix_graph(team, name, false);
      expect_forest(team, graph, serial_forest(whole_graph(team, graph)));
    }
  });
}

TEST(spanning_forest, is_the_same_by_activities_under_every_mechanism) {
  const weighted_graph drawn = random_weighted(11, 300, 900, below_4);
  weighted_graph path{.vertices = 500};
  for (vertex_id v = 0; v + 1 < path.vertices; ++v) {
    path.edges.edges.push_back({v, v + 1});
    path.edges.weights.push_back(static_cast<double>(v));  // all in a row in one round
  }
  on_teams(teams_of_activities(), [&](rank_team& team) {
    expect_by_activities(team, drawn);
    expect_by_activities(team, path);
  });
}

TEST(spanning_forest, is_right_by_activities_for_every_kind_of_weight) {
  weighted_graph plain = random_weighted(5, 300, 700, below_4);
  plain.edges.weights.clear();
  const weighted_graph real = random_weighted(7, 300, 2000, [](random_stream& random) {
    return static_cast<double>(random.below(1000)) / 8 - 50;
  });
  const weighted_graph large = random_weighted(
      8, 300, 2000, [](random_stream& random) { return 4294967295U - random.below(3); });
  const forest_options by_activities{.method = forest_method::activities};
  on_teams(teams_of_activities(), [&](rank_team& team) {
    for (const weighted_graph& each : {plain, real, large, weighted_graph{.vertices = 5}}) {
      const csr_graph graph = graph_from_edges(team, each.vertices, each.edges, both_ways);
      expect_forest(team, graph, serial_forest(each), by_activities);
    }
  });
}

// Of a rank's own graph, each edge is chosen by one tree or two: where it was two, one of them
// fails.
TEST(spanning_forest, fails_to_join_what_is_joined) {
  weighted_graph pairs{.vertices = 200};
  for (vertex_id v = 0; v < pairs.vertices; v += 2) {
    pairs.edges.edges.push_back({v, v + 1});
    pairs.edges.weights.push_back(1);
  }
  on_teams({team_of(1, 1), team_of(1, 4)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, pairs.vertices, pairs.edges, both_ways);
    const auto found = minimum_spanning_forest(team, graph, {.method = forest_method::activities});
    EXPECT_EQ(found.facts.activities.failed, 100U);
    EXPECT_EQ(found.facts.edges, 100U);
    EXPECT_EQ(found.facts.rounds, 1U);
  });
}

TEST(spanning_forest, has_the_same_rounds_on_every_team) {
  if (under_mpirun()) { GTEST_SKIP() << "compares teams of one process"; }
  std::uint32_t expected = 0;
  const auto rounds = [](rank_team& team) {
    return minimum_spanning_forest(team, matrix_graph(team, "rmat:7:8:G", false)).facts.rounds;
  };
  run_team(team_of(1, 1), [&](rank_team& team) { expected = rounds(team); });
  EXPECT_GT(expected, 1U);
  on_teams(all_teams(2), [&](rank_team& team) { EXPECT_EQ(rounds(team), expected); });
}

TEST(spanning_forest, refuses_directed_graphs_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}}, {.directed = true});
    EXPECT_THROW(static_cast<void>(minimum_spanning_forest(team, graph)), agreed_error);
  });
}

TEST(spanning_forest, foresees_that_memory_is_short_on_every_rank) {
  on_teams({with(team_of(2, 1), "memory_limit_bytes", "1000")}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 100, std::vector<input_edge>{{0, 1}}, both_ways);
    EXPECT_THROW(static_cast<void>(minimum_spanning_forest(team, graph)), agreed_error);
  });
}

}  // namespace orujo::test::spanning_forest_tests
