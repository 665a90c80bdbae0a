// The checker of breadth-first search finds what is planted, and nothing in what is right.
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <set>
#include <vector>

#include "algorithms/bfs_graphs.hpp"
#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test::bfs_verify_tests {

namespace {

using property_set = std::set<bfs_property>;

//  0 - 1 - 2 - 3 - 4     6 - 7
//  |       |
//  +-- 5 --+
const edge_list ladder = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 5}, {5, 2}, {6, 7}};
constexpr vertex_id ladder_vertices = 8;

/// What a tree is to say of one vertex.
struct planted {
  vertex_id vertex;
  vertex_id parent;
  std::uint32_t depth;
};

/// Makes the tree say so, on the rank that owns the vertex.
void plant(const csr_graph& graph, bfs_tree& tree, const planted& what) {
  if (!graph.owns(what.vertex)) { return; }
  tree.parent[graph.local(what.vertex)] = what.parent;
  tree.depth[graph.local(what.vertex)] = what.depth;
}

using planting = std::function<void(const csr_graph&, bfs_tree&)>;

/// The properties that the tree from vertex 0 lacks once `spoil` has been at it.
property_set lacking(rank_team& team, const planting& spoil) {
  const csr_graph graph = graph_from_edges(team, ladder_vertices, ladder, undirected);
  bfs_tree tree = bfs(team, graph, 0);
  spoil(graph, tree);
  property_set lacking;
  for (const bfs_violation& each : verify_bfs(team, graph, 0, tree)) {
    lacking.insert(each.property);
    EXPECT_FALSE(each.text().empty());
  }
  return lacking;
}

void expect_found(const property_set& properties, const planting& spoil) {
  on_teams(all_teams(0), [&](rank_team& team) {
    const property_set found = lacking(team, spoil);
    for (const bfs_property each : properties) {
      EXPECT_TRUE(found.contains(each)) << "property " << static_cast<int>(each);
    }
  });
}

}  // namespace

TEST(verify_bfs, finds_nothing_in_a_right_tree) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team, [](const csr_graph&, bfs_tree&) {}), property_set{});
  });
}

TEST(verify_bfs, finds_a_parent_that_is_no_neighbour) {
  expect_found({bfs_property::parent_is_neighbour}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {2, 6, 2});
  });
  expect_found({bfs_property::parent_is_neighbour}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {3, 5, 3});
  });
}

TEST(verify_bfs, finds_a_depth_that_does_not_follow_from_the_parents) {
  expect_found({bfs_property::depth_follows_parent}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {4, 3, 5});
  });
}

TEST(verify_bfs, finds_an_edge_that_spans_two_levels) {
  // All depths follow parents, but 2 is also next to 1, at depth 1.
  expect_found({bfs_property::edge_spans_one_level}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {1, 0, 1});
    plant(graph, tree, {2, 5, 3});
    plant(graph, tree, {5, 0, 2});
  });
}

TEST(verify_bfs, finds_a_vertex_that_was_left_out) {
  expect_found({bfs_property::neighbours_are_reached, bfs_property::facts_add_up},
               [](const auto& graph, auto& tree) {
                 plant(graph, tree, {4, no_vertex, unreached});
               });
}

TEST(verify_bfs, finds_a_cycle) {
  expect_found({bfs_property::depth_follows_parent}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {6, 7, 1});
    plant(graph, tree, {7, 6, 1});
  });
}

TEST(verify_bfs, finds_another_root) {
  expect_found({bfs_property::source_is_root}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {6, 6, 0});
  });
  expect_found({bfs_property::source_is_root}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {0, 1, 2});
  });
}

TEST(verify_bfs, finds_parents_and_depths_that_do_not_go_together) {
  expect_found({bfs_property::parent_is_vertex}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {4, no_vertex, 4});
  });
  expect_found({bfs_property::parent_is_vertex}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {6, 7, unreached});
  });
  expect_found({bfs_property::parent_is_vertex}, [](const auto& graph, auto& tree) {
    plant(graph, tree, {4, 4711, 4});
  });
}

TEST(verify_bfs, finds_figures_that_do_not_add_up) {
  expect_found({bfs_property::facts_add_up},
               [](const auto&, auto& tree) { tree.facts.depth_sum += 1; });
  expect_found({bfs_property::facts_add_up},
               [](const auto&, auto& tree) { tree.facts.max_depth += 1; });
}

TEST(verify_bfs, names_the_lowest_counterexample_and_their_number) {
  on_teams(all_teams(0), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, ladder_vertices, ladder, undirected);
    bfs_tree tree = bfs(team, graph, 0);
    plant(graph, tree, {3, 6, 3});
    plant(graph, tree, {4, 6, 4});
    const auto violations = verify_bfs(team, graph, 0, tree);
    ASSERT_FALSE(violations.empty());
    EXPECT_EQ(violations.front().property, bfs_property::parent_is_neighbour);
    EXPECT_EQ(violations.front().count, 2U);
    EXPECT_EQ(violations.front().vertex, 3U);
    EXPECT_EQ(violations.front().other, 6U);
  });
}

TEST(verify_bfs, lets_directed_edges_lead_back_any_number_of_levels) {
  //  0 -> 1 -> 2 -> 3 -> 0,  4 -> 0
  const edge_list round = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 0}};
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 5, round, directed);
    const bfs_tree tree = bfs(team, graph, 0);
    EXPECT_EQ(tree.facts.reached, 4U);
    EXPECT_TRUE(verify_bfs(team, graph, 0, tree).empty());
  });
}

TEST(verify_bfs, needs_depths) {
  on_teams({team_of(2, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, ladder_vertices, ladder, undirected);
    const bfs_tree tree = bfs(team, graph, 0, {.result = bfs_result::parents_only});
    EXPECT_THROW(static_cast<void>(verify_bfs(team, graph, 0, tree)), usage_error);
  });
}

}  // namespace orujo::test::bfs_verify_tests
