// Components are right on every team, however they are found.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/components_graphs.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test {

namespace {

constexpr components_options in_rounds = {.joining = between_ranks::rounds};
constexpr components_options propagating = {.method = components_method::label_propagation};

std::string texts(const std::vector<components_violation>& violations) {
  std::string all;
  for (const components_violation& each : violations) { all += each.text() + "; "; }
  return all;
}

void expect_labels(rank_team& team, const csr_graph& graph, const components_options& options,
                   const std::vector<vertex_id>& expected) {
  const component_labels found = components(team, graph, options);
  EXPECT_EQ(all_labels(team, found), expected);
  std::uint64_t names = 0;
  for (vertex_id v = 0; v < expected.size(); ++v) { names += expected[v] == v ? 1U : 0U; }
  EXPECT_EQ(found.facts.components, names);
}

/// Every method, on `teams`, for the graph taken as undirected.
void expect_right(const std::vector<launch_options>& teams, const listed_graph& listed) {
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
    expect_labels(team, graph, {}, expected);
    expect_labels(team, graph, in_rounds, expected);
    expect_labels(team, graph, propagating, expected);
    const auto violations = verify_components(team, graph, components(team, graph));
    EXPECT_TRUE(violations.empty()) << texts(violations);
  });
}

}  // namespace

//  0 - 5    2 - 3 - 7     6
//   \ /          \  |
//    1            4 +         (7 - 4)
TEST(components, labels_each_vertex_with_the_least_of_its_component) {
  const listed_graph listed{8, {{5, 0}, {1, 0}, {5, 1}, {3, 2}, {3, 7}, {4, 3}, {7, 4}}};
  ASSERT_EQ(serial_labels(listed), (std::vector<vertex_id>{0, 0, 2, 2, 2, 0, 6, 2}));
  expect_right(all_teams(), listed);
}

TEST(components, are_right_on_random_graphs_of_every_density) {
  for (const std::uint64_t edges : {20U, 150U, 300U, 4000U}) {
    SCOPED_TRACE(edges);
    expect_right(all_teams(1), random_graph(edges, 300, edges));
  }
}

TEST(components, are_right_on_sparse_random_graphs_with_many_pieces) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE(seed);
    expect_right({team_of(1, 4), team_of(3, 2), team_of(8, 1), team_of(8, 2, sim_model_of(4))},
                 random_graph(seed, 20000, 11000));
  }
}

TEST(components, of_graphs_without_edges_are_single_vertices) {
  expect_right(all_teams(1), {.vertices = 17});
  expect_right(all_teams(1), {.vertices = 1});
}

TEST(components, of_a_graph_without_vertices_are_none) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 0, std::vector<input_edge>{});
    EXPECT_EQ(components(team, graph).facts.components, 0U);
    EXPECT_EQ(components(team, graph, propagating).facts.components, 0U);
  });
}

TEST(components, are_right_on_paths_forwards_and_backwards) {
  listed_graph path{.vertices = 700};
  for (vertex_id v = 0; v + 1 < path.vertices; ++v) { path.edges.push_back({v, v + 1}); }
  expect_right(all_teams(1), path);
  path.edges.erase(path.edges.begin() + 350);
  expect_right(all_teams(1), path);
}

TEST(components, are_right_on_paths_that_change_ranks_at_every_step) {
  expect_right(all_teams(1), hopping_path(8, 60));
  expect_right(all_teams(1), hopping_path(3, 100));
}

TEST(components, take_few_rounds_on_long_paths_that_change_ranks_at_every_step) {
  const listed_graph listed = hopping_path(8, 8000);
  on_teams({team_of(8, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
    const component_labels found = components(team, graph, in_rounds);
    EXPECT_EQ(found.facts.components, 1U);
    EXPECT_LE(found.facts.merge_rounds, 17U);  // each halves the pieces
    EXPECT_EQ(*std::max_element(found.label.begin(), found.label.end()), 0U);
  });
}

TEST(components, are_right_on_stars_around_the_first_and_the_last_vertex) {
  listed_graph around_first{.vertices = 500};
  listed_graph around_last{.vertices = 500};
  for (vertex_id v = 1; v < 500; ++v) {
    around_first.edges.push_back({0, v});
    around_last.edges.push_back({499, v - 1});
  }
  expect_right(all_teams(1), around_first);
  expect_right(all_teams(1), around_last);
}

// Each rank has a giant piece of its own, and skips most edges; the edge that joins two of them is
// the last of its row.
TEST(components, join_the_large_pieces_of_ranks_that_touch_in_one_edge) {
  expect_right(all_teams(1), cliques(8, 12, {}));
  expect_right(all_teams(1), cliques(8, 12, {{0, 7}}));
  expect_right(all_teams(1), cliques(8, 12, {{0, 1}, {2, 3}, {5, 4}, {6, 7}, {3, 4}}));
  expect_right(all_teams(1), cliques(3, 30, {{0, 2}, {2, 1}}));
}

// Ranks 0, 1 and 2 hold the cliques A, B and C; A and B touch in the edge a-b only. No rank's
// sample has it, because the last ghosts of a and b are p and q, which are in nobody's large piece.
//
//   A - a --- b - B    C
//       |     |
//       p     q
TEST(components, are_joined_by_an_edge_that_no_sample_has_seen) {
  const vertex_id size = 12;
  listed_graph listed = cliques(3, size, {});
  std::erase_if(listed.edges, [&](const input_edge& edge) { return edge.source >= 3 * size - 2; });
  const vertex_id p = 3 * size - 2;
  const vertex_id q = 3 * size - 1;
  listed.edges.insert(listed.edges.end(), {{5, size + 5}, {5, p}, {size + 5, q}});
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams({team_of(3, 1), team_of(3, 2), team_of(3, 2, sim_model_of(1))}, [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges,
                         {.directed = false, .balance = block_balance::vertices});
    ASSERT_EQ(graph.num_local(), size);
    expect_labels(team, graph, {}, expected);
    expect_labels(team, graph, in_rounds, expected);
  });
}

TEST(components, are_found_without_looking_at_most_rows_of_a_dense_graph) {
  const listed_graph listed = random_graph(1, 2000, 40000);
  on_teams({team_of(1, 2), team_of(2, 1), team_of(8, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 2000, listed.edges, {.directed = false});
    EXPECT_GT(components(team, graph).facts.skipped_vertices, 1900U);
  });
}

TEST(components, of_directed_graphs_do_not_mind_directions) {
  for (const std::uint64_t edges : {60U, 200U, 900U}) {
    const listed_graph listed = random_graph(edges + 1, 200, edges);
    const std::vector<vertex_id> expected = serial_labels(listed);
    on_teams(all_teams(1), [&](rank_team& team) {
      const csr_graph with_both = graph_from_edges(team, 200, listed.edges, {.directed = true});
      expect_labels(team, with_both, {}, expected);
      expect_labels(team, with_both, in_rounds, expected);
      expect_labels(team, with_both, propagating, expected);
      const auto violations = verify_components(team, with_both, components(team, with_both));
      EXPECT_TRUE(violations.empty()) << texts(violations);
      const csr_graph with_out =
          graph_from_edges(team, 200, listed.edges, {.directed = true, .in_edges = false});
      expect_labels(team, with_out, {}, expected);
      expect_labels(team, with_out, in_rounds, expected);
    });
  }
}

TEST(components, do_not_mind_loops_and_parallel_edges) {
  listed_graph listed = random_graph(5, 60, 70);
  for (vertex_id v = 0; v < 60; v += 3) { listed.edges.push_back({v, v}); }
  listed.edges.insert(listed.edges.end(), listed.edges.begin(), listed.edges.begin() + 30);
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 60, listed.edges,
                         {.directed = false, .keep_duplicates = true, .keep_self_loops = true});
    expect_labels(team, graph, {}, expected);
    expect_labels(team, graph, propagating, expected);
  });
}

TEST(components, refuse_label_propagation_without_in_edges_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}, {2, 1}},
                                             {.directed = true, .in_edges = false});
    EXPECT_THROW(static_cast<void>(components(team, graph, propagating)), agreed_error);
  });
}

TEST(components, are_measured) {
  const listed_graph listed{9, {{1, 8}, {8, 4}, {0, 2}, {3, 5}, {5, 6}}};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 9, listed.edges, {.directed = false});
    const component_labels found = components(team, graph);
    const component_sizes sizes = measure_components(team, graph, found.label.span());
    EXPECT_EQ(sizes.components, 4U);
    EXPECT_EQ(sizes.largest, 3U);
    EXPECT_EQ(sizes.label_of_largest, 1U);
  });
}

}  // namespace orujo::test
