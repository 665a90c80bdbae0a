// Components are right on every team, however they are found.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components/components.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/components_graphs.hpp"
#include "algorithms/generated_graphs.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"

namespace orujo::test::components_tests {

namespace {

constexpr components_options in_rounds = {.joining = between_ranks::rounds};
constexpr components_options propagating = {.method = components_method::label_propagation};
constexpr components_options hooking = {.method = components_method::shiloach_vishkin};
constexpr components_options searching = {.method = components_method::bfs_then_sv};

components_options controlled(const work_order& order = {order_kind::priority_per_worker, 0}) {
  return {.method = components_method::distributed_control, .order = order};
}

using ways = std::vector<components_options>;

/// Every way, those that need in-edges last.
ways all_ways() { return {{}, in_rounds, hooking, searching, propagating, controlled()}; }
constexpr std::size_t ways_without_in_edges = 4;

/// Those that need not go along a path step by step.
ways fast_ways() { return {{}, in_rounds, hooking}; }

std::vector<work_order> all_orders() {
  return {{order_kind::unordered, 0},
          {order_kind::levels, 2},
          {order_kind::buckets, 4},
          {order_kind::strict, 0},
          {order_kind::priority_per_worker, 3},
          {order_kind::priority_per_rank, 0}};
}

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

/// Each of `found_by`, on `teams`, for the graph taken as undirected.
void expect_right(const std::vector<launch_options>& teams, const listed_graph& listed,
                  const ways& found_by = all_ways()) {
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
    for (const components_options& way : found_by) { expect_labels(team, graph, way, expected); }
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
                 random_graph(seed, 20000, 11000), fast_ways());
  }
}

TEST(components, of_graphs_without_edges_are_single_vertices) {
  expect_right(all_teams(1), {.vertices = 17});
  expect_right(all_teams(1), {.vertices = 1});
}

TEST(components, of_a_graph_without_vertices_are_none) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 0, std::vector<input_edge>{});
    for (const components_options& way : all_ways()) {
      EXPECT_EQ(components(team, graph, way).facts.components, 0U);
    }
  });
}

TEST(components, are_right_on_paths_forwards_and_backwards) {
  listed_graph path{.vertices = 700};
  for (vertex_id v = 0; v + 1 < path.vertices; ++v) { path.edges.push_back({v, v + 1}); }
  expect_right(all_teams(1), path, fast_ways());
  path.edges.erase(path.edges.begin() + 350);
  expect_right(all_teams(1), path, fast_ways());
  path.vertices = 40;
  path.edges.resize(39);
  expect_right(all_teams(1), path);
}

TEST(components, are_right_on_paths_that_change_ranks_at_every_step) {
  expect_right(all_teams(1), hopping_path(8, 60), fast_ways());
  expect_right(all_teams(1), hopping_path(3, 100), fast_ways());
  expect_right(all_teams(1), hopping_path(8, 4));
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
      for (const components_options& way : all_ways()) {
        expect_labels(team, with_both, way, expected);
      }
      const auto violations = verify_components(team, with_both, components(team, with_both));
      EXPECT_TRUE(violations.empty()) << texts(violations);
      const csr_graph with_out =
          graph_from_edges(team, 200, listed.edges, {.directed = true, .in_edges = false});
      for (std::size_t i = 0; i < ways_without_in_edges; ++i) {
        expect_labels(team, with_out, all_ways()[i], expected);
      }
    });
  }
}

TEST(components, do_not_mind_loops_and_parallel_edges) {
  listed_graph listed = random_graph(5, 60, 70);
  for (vertex_id v = 0; v < 60; v += 3) { listed.edges.push_back({v, v}); }
  listed.edges.insert(listed.edges.end(), listed.edges.begin(), listed.edges.begin() + 30);
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(
        team, 60, listed.edges,
        {.directed = false, .parallel = parallel_edges::kept, .keep_self_loops = true});
    for (const components_options& way : all_ways()) { expect_labels(team, graph, way, expected); }
  });
}

TEST(components, are_the_same_under_every_order_of_telling_labels) {
  const listed_graph listed = random_graph(9, 80, 90);
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 80, listed.edges, {.directed = true});
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      component_search search(team, graph, controlled(order));
      for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(all_labels(team, search.run()), expected);
        const work_statistics work = search.work();
        EXPECT_EQ(work.useful, 80U);
        EXPECT_EQ(work.useful + work.useless + work.invalidated, work.improvements + 80);
        EXPECT_EQ(search.history().workers.size(), workers_heard_of(team));
      }
    }
  });
}

// One worker alone has no old labels to tell: the least that there are go first.
TEST(components, of_one_worker_are_told_without_work_in_vain_if_the_least_go_first) {
  const listed_graph listed = random_graph(9, 300, 400);
  on_teams({team_of(1, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 300, listed.edges, {.directed = false});
    component_search search(team, graph, controlled());
    search.run();
    EXPECT_EQ(search.work().useless, 0U);
    EXPECT_EQ(search.work().useful, 300U);
  });
}

TEST(components, are_verified_on_every_generated_graph) {
  const std::vector<launch_options> teams = {team_of(1, 1), team_of(1, 4), team_of(3, 2),
                                             team_of(8, 1, sim_model_of(3))};
  for (const char* spec : generated_graphs) {
    SCOPED_TRACE(spec);
    on_teams(teams, [&](rank_team& team) {
      const csr_graph graph = load_graph(team, spec);
      const std::vector<vertex_id> expected = all_labels(team, components(team, graph));
      for (const components_options& way : all_ways()) {
        const component_labels found = components(team, graph, way);
        EXPECT_EQ(all_labels(team, found), expected);
        const auto violations = verify_components(team, graph, found);
        EXPECT_TRUE(violations.empty()) << texts(violations);
      }
    });
  }
}

TEST(components, take_as_many_rounds_of_hooking_on_every_team) {
  const listed_graph scattered = hopping_path(8, 500);
  const listed_graph random = random_graph(4, 3000, 3300);
  for (const listed_graph& listed : {scattered, random}) {
    for (const components_options& way : {hooking, searching}) {
      if (listed.vertices == scattered.vertices && way.method == searching.method) { continue; }
      std::vector<std::uint32_t> rounds;
      on_teams({team_of(1, 1), team_of(1, 4), team_of(3, 2), team_of(8, 1, sim_model_of(1))},
               [&](rank_team& team) {
                 const csr_graph graph =
                     graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
                 const component_labels found = components(team, graph, way);
                 if (index_of(team.rank()) == 0) { rounds.push_back(found.facts.merge_rounds); }
               });
      for (const std::uint32_t each : rounds) {
        EXPECT_EQ(each, rounds.front());
        EXPECT_LE(each, 12U);  // log2 of 4000 vertices
      }
    }
  }
}

TEST(components, that_a_search_has_reached_are_not_looked_at_again) {
  const listed_graph listed = cliques(3, 30, {{0, 2}});
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 90, listed.edges, {.directed = false});
    const component_labels found = components(team, graph, searching);
    EXPECT_EQ(found.facts.skipped_vertices, 60U);
    EXPECT_EQ(found.facts.components, 2U);
  });
}

TEST(components, refuse_to_tell_labels_without_in_edges_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}, {2, 1}},
                                             {.directed = true, .in_edges = false});
    EXPECT_THROW(static_cast<void>(components(team, graph, propagating)), agreed_error);
    EXPECT_THROW(static_cast<void>(components(team, graph, controlled())), agreed_error);
  });
}

TEST(components, refuse_an_order_that_their_method_does_not_have_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}, {2, 1}}, {.directed = false});
    for (components_options way : {components_options{}, hooking, searching, propagating}) {
      way.order = work_order{order_kind::strict, 0};
      EXPECT_THROW(static_cast<void>(components(team, graph, way)), agreed_error);
    }
    EXPECT_THROW(component_search(team, graph, hooking), agreed_error);
    EXPECT_EQ(components(team, graph, hooking).facts.components, 1U);  // and all can go on
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

}  // namespace orujo::test::components_tests
