// Trees of shortest paths: the same as a plain search's, for every team and kind of weights.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/sssp_graphs.hpp"
#include "algorithms/sssp_orders.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/sssp/tree.hpp"
#include "orujo/algorithms/sssp/verify.hpp"
#include "support/teams.hpp"

namespace orujo::test::sssp_tree_tests {

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

struct arc {
  vertex_id from;
  vertex_id to;
  double weight;
};

/// The arcs that are on shortest paths.
std::vector<arc> tight_arcs(const weighted_graph& graph, bool one_way,
                            const std::vector<double>& distance) {
  std::vector<arc> arcs;
  const auto add = [&](const arc& each) {
    const double by_it = distance[each.from] + each.weight;
    if (by_it != none && by_it == distance[each.to]) { arcs.push_back(each); }
  };
  for (std::size_t i = 0; i < graph.edges.edges.size(); ++i) {
    const auto& [a, b] = graph.edges.edges[i];
    add({a, b, graph.edges.weights[i]});
    if (!one_way) { add({b, a, graph.edges.weights[i]}); }
  }
  return arcs;
}

/// Parents by their definition: the nearest, else the least that has a parent already.
std::vector<vertex_id> serial_parents(const weighted_graph& graph, bool one_way) {
  const auto distance = serial_distances<double>(graph, one_way, 0, none);
  const std::vector<arc> arcs = tight_arcs(graph, one_way, distance);
  std::vector<vertex_id> parents(graph.vertices, no_vertex);
  parents[0] = 0;
  const auto step = [&](auto&& fits) {
    std::vector<vertex_id> next = parents;
    for (const arc& each : arcs) {
      if (parents[each.to] != no_vertex || !fits(each)) { continue; }
      vertex_id& best = next[each.to];
      const auto key = [&](vertex_id v) { return std::pair(distance[v], v); };
      if (best == no_vertex || key(each.from) < key(best)) { best = each.from; }
    }
    const bool changed = next != parents;
    parents = next;
    return changed;
  };
  step([&](const arc& each) { return distance[each.from] < distance[each.to]; });
  while (step([&](const arc& each) { return parents[each.from] != no_vertex; })) {}
  return parents;
}

csr_graph built(rank_team& team, const weighted_graph& graph, bool one_way) {
  return graph_from_edges(team, graph.vertices, graph.edges,
                          {.directed = one_way, .in_edges = true});
}

void expect_trees(const weighted_graph& graph, const std::vector<launch_options>& teams) {
  for (const bool one_way : {true, false}) {
    const auto expected = serial_parents(graph, one_way);
    on_teams(teams, [&](rank_team& team) {
      const csr_graph here = built(team, graph, one_way);
      const sssp_distances found = sssp(team, here, 0);
      const sssp_tree tree = shortest_path_tree(team, here, 0, found);
      expect_none(verify_tree(team, here, found, tree));
      EXPECT_EQ(all_values(team, std::span<const vertex_id>(tree.parent.span())), expected);
    });
  }
}

}  // namespace

TEST(sssp_tree, has_the_parents_of_a_plain_search) {
  const auto whole = [](random_stream& random) { return 1 + random.below(5); };
  const auto real = [](random_stream& random) { return 0.25 + 0.5 * double(random.below(4)); };
  expect_trees(random_weighted(7, 120, 300, whole), all_teams(1));
  expect_trees(random_weighted(8, 120, 300, real), few_teams());
}

TEST(sssp_tree, leads_home_along_edges_of_weight_zero) {
  const auto often_zero = [](random_stream& random) {
    return random.below(3) == 0 ? random.below(4) : 0;
  };
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    expect_trees(random_weighted(seed, 90, 200, often_zero), few_teams());
  }
  const auto zero = [](random_stream&) { return 0.0; };
  expect_trees(random_weighted(4, 60, 150, zero), few_teams());
}

/// A real weight that is too small to change the distance.
TEST(sssp_tree, leads_home_where_a_weight_is_lost_in_rounding) {
  const weighted_graph graph{4, {{{0, 1}, {1, 2}, {2, 1}, {2, 3}}, {1e20, 0.5, 0.5, 1}}};
  expect_trees(graph, few_teams());
}

TEST(verify_tree, finds_parents_that_are_wrong) {
  const weighted_graph listed{
      6, {{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 3}}, {3, 1, 9, 2, 0, 0}}};
  on_teams({team_of(1, 1), team_of(2, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = built(team, listed, true);
    const sssp_distances found = sssp(team, graph, 0);
    const auto problem_with = [&](vertex_id vertex, vertex_id parent) {
      sssp_tree tree = shortest_path_tree(team, graph, 0, found);
      if (graph.owns(vertex)) { tree.parent[graph.local(vertex)] = parent; }
      const auto violations = verify_tree(team, graph, found, tree);
      return violations.empty() ? std::string() : violations.front().text();
    };
    EXPECT_EQ(problem_with(2, 1), "");
    EXPECT_NE(problem_with(2, 0).find("0 is no vertex before 2"), std::string::npos);
    EXPECT_NE(problem_with(2, no_vertex).find("2 is reached, and has no parent"),
              std::string::npos);
    EXPECT_NE(problem_with(0, 1).find("1 is no vertex before 0"), std::string::npos);
    EXPECT_NE(problem_with(5, 1).find("1 is no vertex before 5"), std::string::npos);
    // 3 and 4 are each other's parents.
    EXPECT_NE(problem_with(3, 4).find("do not lead to the source"), std::string::npos);
  });
}

}  // namespace orujo::test::sssp_tree_tests
