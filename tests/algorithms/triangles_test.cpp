// Triangles are counted right on every team, and wrong counts are found out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/triangles/triangles.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/components_graphs.hpp"
#include "algorithms/generated_graphs.hpp"
#include "orujo/algorithms/triangles/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/traversal/triangle_counting/order.hpp"
#include "orujo/traversal/triangle_counting/row_exchange.hpp"
#include "orujo/traversal/triangle_counting/sent_rows.hpp"

namespace orujo::test::triangles_tests {

namespace {

template <typename Found>
std::vector<std::string> problems_of(rank_team& team, const csr_graph& graph, const Found& found) {
  std::vector<std::string> problems;
  for (const auto& each : verify_triangles(team, graph, found)) { problems.push_back(each.text()); }
  return problems;
}

void expect_count(const std::vector<launch_options>& teams, const listed_graph& listed,
                  const build_options& how) {
  const std::vector<std::uint64_t> expected = serial_triangles_by_vertex(listed);
  const std::uint64_t all = serial_triangles(listed);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, how);
    const triangle_count found = triangles(team, graph);
    EXPECT_EQ(found.triangles, all);
    EXPECT_EQ(problems_of(team, graph, found), std::vector<std::string>{});
    const vertex_triangles by_vertex = triangles_by_vertex(team, graph);
    EXPECT_EQ(by_vertex.all.triangles, all);
    EXPECT_EQ(by_vertex.all.merged, found.merged);
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      EXPECT_EQ(by_vertex.at[v], expected[graph.global(v)]) << graph.global(v);
    }
    EXPECT_EQ(problems_of(team, graph, by_vertex), std::vector<std::string>{});
  });
}

}  // namespace

//  0 - 1    4 - 5
//  | X |    | /
//  2 - 3 -- 6     7
TEST(triangles, are_three_vertices_that_are_all_joined) {
  const listed_graph listed{
      8, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 6}, {4, 5}, {4, 6}, {5, 6}}};
  ASSERT_EQ(serial_triangles(listed), 5U);
  expect_count(all_teams(), listed, {.directed = false});
}

TEST(triangles, of_a_clique_are_all_triples) {
  on_teams(all_teams(), [](rank_team& team) {
    const listed_graph listed = cliques(1, 70, {});  // rows of several words and messages
    const csr_graph graph = graph_from_edges(team, 70, listed.edges, {.directed = false});
    const triangle_count found = triangles(team, graph);
    EXPECT_EQ(found.triangles, 70U * 69 * 68 / 6);
    EXPECT_EQ(found.rows_sent > 0, team.size() > 1);
  });
}

TEST(triangles, are_right_on_random_graphs_of_every_density) {
  for (const std::uint64_t edges : {20U, 150U, 900U, 3000U}) {
    SCOPED_TRACE(edges);
    expect_count(all_teams(), random_graph(edges, 120, edges), {.directed = false});
  }
}

TEST(triangles, do_not_mind_directions_loops_and_parallel_edges) {
  listed_graph listed = random_graph(5, 90, 500);
  for (vertex_id v = 0; v < 90; v += 3) { listed.edges.push_back({v, v}); }
  for (std::size_t i = 0; i < 100; ++i) {
    listed.edges.push_back({listed.edges[i].target, listed.edges[i].source});
  }
  for (const bool one_way : {false, true}) {
    expect_count(all_teams(1), listed, {.directed = one_way});
    expect_count(all_teams(1), listed,
                 {.directed = one_way, .parallel = parallel_edges::kept, .keep_self_loops = true});
  }
}

TEST(triangles, are_none_without_edges) {
  expect_count({team_of(1, 1), team_of(3, 2)}, {.vertices = 0}, {.directed = false});
  expect_count({team_of(1, 1), team_of(3, 2)}, {.vertices = 1}, {.directed = false});
  expect_count({team_of(1, 4), team_of(8, 1)}, {.vertices = 40}, {.directed = false});
}

TEST(triangles, are_found_in_the_rows_as_they_are_where_degrees_are_small) {
  on_teams({team_of(1, 1), team_of(1, 4), team_of(2, 1)}, [](rank_team& team) {
    const listed_graph mesh = cliques(300, 6, {{0, 3}, {2, 5}});
    const csr_graph small = graph_from_edges(team, mesh.vertices, mesh.edges, {.directed = false});
    const triangle_count found = triangles(team, small);
    EXPECT_EQ(found.merged, team.size() == 1);
    EXPECT_EQ(found.triangles, serial_triangles(mesh));
    EXPECT_FALSE(triangles(team, load_graph(team, "kron:8", {})).merged);
  });
}

// Around each of two centres, which have most neighbours but few triangles.
TEST(triangles, are_right_on_wheels) {
  listed_graph wheels{.vertices = 802};
  for (vertex_id v = 0; v < 400; ++v) {
    wheels.edges.insert(wheels.edges.end(), {{v, (v + 1) % 400}, {v, 801}, {v + 400, 800}});
  }
  wheels.edges.push_back({800, 801});
  ASSERT_EQ(serial_triangles(wheels), 400U);
  expect_count(all_teams(1), wheels, {.directed = false});
}

TEST(triangles, are_as_many_on_every_team_of_every_generated_graph) {
  for (const char* spec : generated_graphs) {
    SCOPED_TRACE(spec);
    std::uint64_t expected = 0;
    on_teams({team_of(1, 1)}, [&](rank_team& team) {
      expected = triangles(team, load_graph(team, spec, {})).triangles;
    });
    on_teams(all_teams(1), [&](rank_team& team) {
      const csr_graph graph = load_graph(team, spec, {});
      const triangle_count found = triangles(team, graph);
      EXPECT_EQ(problems_of(team, graph, found), std::vector<std::string>{});
      if (!under_mpirun()) { EXPECT_EQ(found.triangles, expected); }
    });
  }
}

TEST(triangles, are_counted_within_the_smallest_budget_for_messages) {
  const listed_graph listed = random_graph(3, 200, 5000);
  const std::uint64_t expected = serial_triangles(listed);
  for (const launch_options& shape :
       {team_of(2, 1), team_of(3, 2), team_of(3, 2, sim_model_of(1))}) {
    on_teams({with(with(shape, "parcel_bytes", "1K"), "in_flight_bytes", "64K")},
             [&](rank_team& team) {
               const csr_graph graph =
                   graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
               EXPECT_EQ(triangles(team, graph).triangles, expected);
             });
  }
}

// However little room there is for rows of other ranks: each round brings one for each of them.
TEST(triangles, are_counted_in_rounds_if_rows_of_other_ranks_do_not_fit) {
  const listed_graph listed = random_graph(4, 60, 400);
  for (const bool directed : {false, true}) {
    on_teams({team_of(2, 1), team_of(3, 2), team_of(8, 1, sim_model_of(1))}, [&](rank_team& team) {
      const csr_graph graph =
          graph_from_edges(team, listed.vertices, listed.edges, {.directed = directed});
      triangle_counting::corner_counts at_once(graph);
      triangle_counting::corner_counts in_rounds(graph);
      const auto all = triangle_counting::count_by_sent_rows(
          team, graph, at_once, triangle_counting::most_held_bytes(graph));
      const auto few = triangle_counting::count_by_sent_rows(team, graph, in_rounds, 0);
      EXPECT_EQ(all.triangles, serial_triangles(listed));
      EXPECT_EQ(few.triangles, all.triangles);
      EXPECT_EQ(few.looks, all.looks);
      EXPECT_EQ(few.rows_sent, all.rows_sent);
      const auto expected = std::move(at_once).collected(team, graph);
      const auto found = std::move(in_rounds).collected(team, graph);
      for (local_vertex v = 0; v < graph.num_local(); ++v) { EXPECT_EQ(found[v], expected[v]); }
    });
  }
}

TEST(triangles, that_count_by_direction_are_counted_in_rounds_as_well) {
  const listed_graph listed = random_graph(6, 50, 700);
  on_teams({team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, {});
    triangle_counting::arc_counts in_rounds(graph);
    const auto all = arcs_between_neighbours(team, graph);
    const auto few = triangle_counting::count_by_sent_rows(team, graph, in_rounds, 0);
    EXPECT_EQ(few.triangles, all.all.triangles);
    const auto found = std::move(in_rounds).collected(team, graph);
    for (local_vertex v = 0; v < graph.num_local(); ++v) { EXPECT_EQ(found[v], all.at[v]); }
  });
}

// A row goes to the ranks that have its vertex in theirs, which is less than the other way round.
TEST(triangles, travel_as_short_rows) {
  on_teams({team_of(8, 1)}, [](rank_team& team) {
    // Every vertex leads to two hubs, which have each other in their rows, and nothing more.
    listed_graph star{.vertices = 800};
    for (vertex_id v = 2; v < 800; ++v) { star.edges.insert(star.edges.end(), {{v, 0}, {v, 1}}); }
    star.edges.push_back({0, 1});
    const csr_graph graph = graph_from_edges(team, 800, star.edges, {.directed = false});
    const triangle_count found = triangles(team, graph);
    EXPECT_EQ(found.triangles, 798U);
    const bool has_others = !graph.owns(1) && graph.num_local() > (graph.owns(0) ? 1U : 0U);
    EXPECT_EQ(found.rows_sent, all_sum(team, std::uint64_t{has_others ? 1U : 0U}))
        << "that of the second hub to each other rank";
    EXPECT_GT(found.rows_sent, 1U);
  });
}

TEST(triangles, of_vertices_that_every_rank_puts_in_the_same_order) {
  on_teams({team_of(3, 1), team_of(8, 2)}, [](rank_team& team) {
    for (const char* const spec : {"kron:8", "grid:12x12", "uniform:7"}) {
      const csr_graph graph = load_graph(team, spec, {});
      const triangle_counting::degree_order order(team, graph);
      const auto known = static_cast<local_vertex>(graph.num_local() + graph.num_ghosts());
      huge_array<triangle_counting::place> of_owner(known);
      ghost_values<triangle_counting::place>(team, graph)
          .update(of_owner.span(), [&](local_vertex v) { return order.place_of(v); });
      std::uint64_t owned = 0;
      for (local_vertex v = 0; v < known; ++v) {
        const auto at = order.place_of(v);
        if (!graph.is_owned(v)) { EXPECT_EQ(at, of_owner[v]); }
        if (at == triangle_counting::no_place) { continue; }
        EXPECT_LT(at, order.num_places());
        EXPECT_EQ(order.vertex_at(order.slot_of(at)), v);
        owned += graph.is_owned(v) ? 1U : 0U;
      }
      EXPECT_EQ(all_sum(team, owned), order.num_places()) << spec;
    }
  });
}

TEST(triangles, of_directed_graphs_need_in_edges_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}, {2, 1}},
                                             {.directed = true, .in_edges = false});
    EXPECT_THROW(static_cast<void>(triangles(team, graph)), agreed_error);
    EXPECT_THROW(static_cast<void>(triangles_by_vertex(team, graph)), agreed_error);
    EXPECT_THROW(static_cast<void>(verify_triangles(team, graph, triangle_count{})), usage_error);
  });
}

TEST(verify_triangles, finds_counts_that_are_wrong) {
  on_teams(all_teams(0), [](rank_team& team) {
    const listed_graph listed = cliques(3, 9, {{0, 2}});
    const csr_graph graph = graph_from_edges(team, 27, listed.edges, {.directed = false});
    const std::uint64_t right = 3 * 84;
    for (const std::uint64_t wrong : {right - 1, right + 1, std::uint64_t{0}}) {
      const auto violations = verify_triangles(team, graph, triangle_count{.triangles = wrong});
      ASSERT_EQ(violations.size(), 1U);
      EXPECT_EQ(violations.front().expected, right);
      EXPECT_EQ(violations.front().found, wrong);
    }
    EXPECT_TRUE(verify_triangles(team, graph, triangle_count{.triangles = right}).empty());
  });
}

TEST(verify_triangles, finds_a_vertex_with_too_many) {
  on_teams(all_teams(0), [](rank_team& team) {
    const listed_graph listed = cliques(3, 9, {{0, 2}});
    const csr_graph graph = graph_from_edges(team, 27, listed.edges, {.directed = false});
    vertex_triangles found = triangles_by_vertex(team, graph);
    EXPECT_EQ(problems_of(team, graph, found), std::vector<std::string>{});
    for (const vertex_id wrong : {25U, 13U}) {
      if (graph.owns(wrong)) { ++found.at[graph.local(wrong)]; }
      EXPECT_EQ(problems_of(team, graph, found),
                std::vector<std::string>{"vertex " + std::to_string(wrong) +
                                         " is in 28 triangles, not 29"});
    }
    --found.all.triangles;
    EXPECT_EQ(problems_of(team, graph, found),
              std::vector<std::string>{"there are 252 triangles, not 251"});
  });
}

}  // namespace orujo::test::triangles_tests
