// Searches with a target: its distance and one path, for every team, method and order.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/bfs_graphs.hpp"
#include "algorithms/sssp_graphs.hpp"
#include "algorithms/sssp_orders.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/algorithms/catalogue/catalogue.hpp"
#include "orujo/base/error.hpp"
#include "orujo/traversal/path_check.hpp"
#include "orujo/traversal/traced_path.hpp"
#include "support/teams.hpp"

namespace orujo::test::search_targets_tests {

namespace {

/// The depth that a search for `target` finds; checks the tree and the path.
std::uint32_t depth_to(rank_team& team, const csr_graph& graph, bfs_search& search,
                       const path_ends& ends) {
  const bfs_tree& tree = search.run(ends.source, ends.target);
  expect_none(verify_bfs(team, graph, ends, tree));
  const std::uint32_t depth =
      all_min(team, graph.owns(ends.target) ? tree.depth[graph.local(ends.target)] : unreached);
  if (depth == unreached) { return depth; }
  const auto path =
      traced_path(team, graph, ends, [&](local_vertex v, const auto&) { return tree.parent[v]; });
  EXPECT_EQ(path.size(), depth + std::size_t{1});
  const path_claim claim{ends, path, true};
  EXPECT_EQ(path_problem(team, claim,
                         [&](std::size_t i) {
                           return !graph.owns(path[i]) ||
                                  tree.parent[graph.local(path[i])] == path[i - 1];
                         }),
            "");
  return depth;
}

/// The weights of the lightest edges.
std::map<std::pair<vertex_id, vertex_id>, double> edges_of(const weighted_graph& graph,
                                                           bool one_way) {
  std::map<std::pair<vertex_id, vertex_id>, double> edges;
  const auto add = [&](vertex_id a, vertex_id b, double weight) {
    const auto [at, is_new] = edges.try_emplace({a, b}, weight);
    if (!is_new) { at->second = std::min(at->second, weight); }
  };
  for (std::size_t i = 0; i < graph.edges.edges.size(); ++i) {
    const auto& [a, b] = graph.edges.edges[i];
    add(a, b, graph.edges.weights[i]);
    if (!one_way) { add(b, a, graph.edges.weights[i]); }
  }
  return edges;
}

/// Searches for three vertices; distances are the serial ones, and edges of `graph` lead
/// there.
void expect_paths(const weighted_graph& graph, bool one_way,
                  const std::vector<launch_options>& teams) {
  const auto edges = edges_of(graph, one_way);
  const double none = std::numeric_limits<double>::infinity();
  const auto expected = serial_distances<double>(graph, one_way, 0, none);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph built =
        graph_from_edges(team, graph.vertices, graph.edges, {.directed = one_way});
    for (const work_order& order : all_sssp_orders()) {
      SCOPED_TRACE(text_of(order));
      sssp_search search(team, built, {.order = order});
      for (vertex_id target = 0; target < graph.vertices; target += 40) {
        const path_ends ends{0, target};
        const sssp_distances& found = search.run_to(0, target);
        expect_none(verify_sssp(team, built, ends, found));
        const double distance =
            all_min(team, built.owns(target) ? found.distance(built.local(target)) : none);
        EXPECT_EQ(distance, expected[target]);
        const std::vector<vertex_id> path = search.path(ends);
        EXPECT_EQ(path.empty(), distance == none);
        double length = 0;
        for (std::size_t i = 1; i < path.size(); ++i) {
          length += edges.at({path[i - 1], path[i]});
        }
        if (!path.empty()) { EXPECT_EQ(length, distance); }
      }
    }
  });
}

}  // namespace

TEST(search_targets, of_breadth_first_search_are_found_by_every_method) {
  const edge_list edges = random_edges(3, 200, 420);
  for (const bool one_way : {true, false}) {
    const auto depths = plain_graph(200, edges, one_way).depths_from(5);
    on_teams(all_teams(1), [&](rank_team& team) {
      const csr_graph graph = graph_from_edges(team, 200, edges, {.directed = one_way});
      using enum bfs_method;
      for (const bfs_method method :
           {direction_optimizing, top_down, bottom_up, distributed_control}) {
        bfs_search search(team, graph, {.method = method});
        for (vertex_id target = 5; target < 200; target += 64) {
          EXPECT_EQ(depth_to(team, graph, search, {5, target}), depths[target]);
        }
      }
    });
  }
}

TEST(search_targets, end_breadth_first_search_behind_their_level) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 151, path_to(150), undirected);
    bfs_search search(team, graph);
    EXPECT_EQ(search.run(0, 30).facts.max_depth, 30U);
    EXPECT_EQ(search.run(0, 30).facts.reached, 31U);
    EXPECT_LE(search.run(0, 0).facts.max_depth, 1U);
    EXPECT_EQ(search.run(0).facts.max_depth, 150U);
    EXPECT_THROW(static_cast<void>(search.run(0, 151)), agreed_error);
  });
}

TEST(search_targets, of_shortest_paths_are_found_under_every_order) {
  const std::vector<launch_options> teams{team_of(1, 1), team_of(1, 4), team_of(3, 2),
                                          team_of(8, 1, sim_model_of(3))};
  for (const bool one_way : {true, false}) {
    expect_paths(random_weighted(1, 120, 260, [](auto& random) { return random.below(20); }),
                 one_way, teams);
    // Many edges of weight 0, which lead in circles.
    expect_paths(random_weighted(2, 120, 260, [](auto& random) { return random.below(2); }),
                 one_way, teams);
    expect_paths(
        random_weighted(3, 120, 260,
                        [](auto& random) { return static_cast<double>(random.below(8)) / 4; }),
        one_way, teams);
  }
}

TEST(search_targets, keep_shortest_paths_from_what_lies_behind_them) {
  on_teams({team_of(1, 1), team_of(1, 2)}, [](rank_team& team) {
    edge_chunk edges;
    for (vertex_id v = 0; v < 1000; ++v) {
      edges.edges.push_back({v, v + 1});
      edges.weights.push_back(3);
    }
    const csr_graph graph = graph_from_edges(team, 1001, edges, undirected);
    sssp_search search(team, graph);
    search.run_to(0, 40);
    EXPECT_LT(search.work().relaxations, 200U);
    EXPECT_EQ(search.path({0, 40}).size(), 41U);
    search.run(0);
    EXPECT_GE(search.work().relaxations, 2000U);
    EXPECT_THROW(static_cast<void>(search.run_to(0, 1001)), agreed_error);
  });
}

TEST(search_targets, keep_ranks_that_do_not_own_them_from_what_lies_behind_them) {
  on_teams({team_of(2, 1), team_of(3, 2)}, [](rank_team& team) {
    edge_chunk edges;
    const auto add = [&](vertex_id a, vertex_id b) {
      edges.edges.push_back({a, b});
      edges.weights.push_back(3);
    };
    add(0, 1);
    add(0, 1001);
    for (vertex_id v = 1001; v < 2000; ++v) { add(v, v + 1); }  // of the last rank
    const csr_graph graph = graph_from_edges(team, 2001, edges, undirected);
    sssp_search search(team, graph, {.order = work_order{.kind = order_kind::buckets, .width = 3}});
    const sssp_distances& found = search.run_to(0, 1);
    EXPECT_TRUE(verify_sssp(team, graph, {0, 1}, found).empty());
    EXPECT_LT(search.work().relaxations, 20U);
    search.run(0);
    EXPECT_GE(search.work().relaxations, 1500U);
  });
}

TEST(search_targets, have_verifiers_that_find_faults) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 60, path_to(59), undirected);
    bfs_search search(team, graph);
    static_cast<void>(search.run(0, 20));
    bfs_tree tree = std::move(search).take_tree();
    EXPECT_TRUE(verify_bfs(team, graph, {0, 20}, tree).empty());
    EXPECT_FALSE(verify_bfs(team, graph, 0, tree).empty());  // the rest is not reached
    EXPECT_FALSE(verify_bfs(team, graph, {0, 21}, tree).empty());
    if (graph.owns(10)) { tree.depth[graph.local(10)] = 9; }
    EXPECT_FALSE(verify_bfs(team, graph, {0, 20}, tree).empty());
    const std::vector<vertex_id> path{0, 1, 2};
    const auto always = [](std::size_t) { return true; };
    EXPECT_EQ(path_problem(team, {{0, 2}, path, true}, always), "");
    EXPECT_NE(path_problem(team, {{0, 3}, path, true}, always), "");
    EXPECT_NE(path_problem(team, {{0, 2}, path, false}, always), "");
    EXPECT_NE(path_problem(team, {{0, 2}, {}, true}, always), "");
    EXPECT_EQ(path_problem(team, {{0, 2}, {}, false}, always), "");
    const auto second = [](std::size_t i) { return i != 2; };
    EXPECT_NE(path_problem(team, {{0, 2}, path, true}, second).find("from 1 to 2"),
              std::string::npos);
  });
}

}  // namespace orujo::test::search_targets_tests
