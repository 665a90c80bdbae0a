// Two vertices are connected or not, whoever searches and whatever keeps colours apart.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/st_connectivity/st_connectivity.hpp"

#include <string>
#include <vector>

#include "activities/usable_mechanisms.hpp"
#include "algorithms/bfs_graphs.hpp"
#include "orujo/algorithms/st_connectivity/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test::st_connectivity_tests {

namespace {

/// Two pieces, both with cycles, and a vertex alone.
std::vector<input_edge> two_pieces(vertex_id vertices) {
  std::vector<input_edge> edges;
  for (vertex_id v = 1; v + 1 < vertices; ++v) {
    edges.push_back({v, v % 2 == 0 ? v / 4 * 2 : v / 4 * 2 + 1});
    edges.push_back({v, (v + 6) % (vertices - 1) / 2 * 2 + v % 2});
  }
  return edges;
}

std::vector<std::string> problems_of(rank_team& team, const csr_graph& graph, const path_ends& ends,
                                     const st_answer& found) {
  std::vector<std::string> problems;
  for (const auto& each : verify_st_connectivity(team, graph, ends, found)) {
    problems.push_back(each.text());
  }
  return problems;
}

}  // namespace

TEST(st_connectivity, is_that_of_a_serial_search_under_every_mechanism) {
  const vertex_id vertices = 303;
  const edge_list edges = two_pieces(vertices);
  const plain_graph plain(vertices, edges, false);
  on_teams(activity_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, vertices, edges, undirected);
    for (const isolation_choice& each : isolation_choices(team, operator_reach::one_element)) {
      SCOPED_TRACE(name_of(each));
      for (const path_ends ends :
           {path_ends{0, 298}, {0, 299}, {7, 2}, {302, 1}, {5, 5}, {1, 301}}) {
        const st_answer found = st_connectivity(team, graph, ends, each);
        EXPECT_EQ(found.connected, plain.depths_from(ends.source)[ends.target] != unreached)
            << ends.source << " " << ends.target;
        EXPECT_EQ(problems_of(team, graph, ends, found), std::vector<std::string>{});
      }
    }
  });
}

TEST(st_connectivity, colours_all_that_hangs_together_where_the_ends_do_not) {
  on_teams({team_of(1, 2), team_of(2, 1)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 6, edge_list{{0, 1}, {1, 2}, {3, 4}}, undirected);
    const st_answer found = st_connectivity(team, graph, {2, 4});
    EXPECT_FALSE(found.connected);
    EXPECT_EQ(found.coloured, 5U);
    for (const vertex_id v : {0U, 1U, 2U, 3U, 4U, 5U}) {
      if (!graph.owns(v)) { continue; }
      EXPECT_EQ(found.colour[graph.local(v)], v < 3 ? 1 : v < 5 ? 2 : 0);
    }
  });
}

TEST(st_connectivity, ends_when_the_colours_meet) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    edge_list path;
    for (vertex_id v = 1; v < 100; ++v) { path.push_back({v - 1, v}); }
    const csr_graph graph = graph_from_edges(team, 100, path, undirected);
    const st_answer near = st_connectivity(team, graph, {40, 43});
    EXPECT_TRUE(near.connected);
    EXPECT_EQ(near.rounds, 2U);
    EXPECT_EQ(st_connectivity(team, graph, {40, 40}).rounds, 0U);
    report_card card;
    near.describe(card);
    EXPECT_EQ(card.entries().front().row.choice, "isolation");
  });
}

TEST(st_connectivity, refuses_ends_that_are_no_vertices_and_directed_graphs) {
  on_teams({team_of(1, 1), team_of(2, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, edge_list{{0, 1}}, undirected);
    EXPECT_THROW(static_cast<void>(st_connectivity(team, graph, {0, 3})), agreed_error);
    EXPECT_THROW(static_cast<void>(st_connectivity(team, graph, {no_vertex, 0})), agreed_error);
    const csr_graph arcs = graph_from_edges(team, 3, edge_list{{0, 1}}, {.directed = true});
    EXPECT_THROW(static_cast<void>(st_connectivity(team, arcs, {0, 1})), agreed_error);
  });
}

TEST(verify_st_connectivity, finds_each_kind_of_fault) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 7, edge_list{{0, 1}, {1, 2}, {3, 4}, {4, 5}}, undirected);
    const path_ends ends{0, 5};
    const auto spoilt = [&](vertex_id v, st_colour as, bool connected) {
      st_answer found = st_connectivity(team, graph, ends);
      if (graph.owns(v)) { found.colour[graph.local(v)] = static_cast<std::uint8_t>(as); }
      found.connected = connected;
      return problems_of(team, graph, ends, found);
    };
    EXPECT_EQ(spoilt(0, st_colour::of_source, false), std::vector<std::string>{});
    EXPECT_EQ(spoilt(0, st_colour::of_source, true),
              (std::vector<std::string>{sentence(st_property::facts_add_up, 0, 0)}));
    EXPECT_EQ(spoilt(5, st_colour::of_source, true).front(),
              sentence(st_property::ends_are_coloured, 5, 0));
    EXPECT_EQ(spoilt(6, st_colour::of_source, false),
              (std::vector<std::string>{sentence(st_property::colours_lead_back, 6, 0)}));
    EXPECT_EQ(spoilt(2, st_colour::white, false),
              (std::vector<std::string>{sentence(st_property::colours_are_closed, 1, 2)}));
  });
}

}  // namespace orujo::test::st_connectivity_tests
