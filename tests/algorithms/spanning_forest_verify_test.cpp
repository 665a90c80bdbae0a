// Wrong spanning forests are found, whatever is wrong about them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/forest_graphs.hpp"
#include "orujo/algorithms/spanning_forest/verify.hpp"
#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test::spanning_forest_verify_tests {

namespace {

//  0 -1- 1     5 -2- 6
//  |  \  |
//  4   3 2     4
//  |    \|
//  3 -5- 2
const weighted_graph graph_of_three{
    7, {{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {2, 3}, {5, 6}}, {1, 3, 2, 4, 5, 2}}};

using enum forest_property;
using properties = std::vector<forest_property>;
using edge_list = std::vector<forest_edge>;

csr_graph build(rank_team& team) {
  return graph_from_edges(team, graph_of_three.vertices, graph_of_three.edges, {.directed = false});
}

/// A forest of the edges `all`, with the figures that they have; each at its source's owner, or on
/// the last rank if no vertex is its source.
spanning_forest forest_of(rank_team& team, const csr_graph& graph, const edge_list& all) {
  edge_list own;
  for (const forest_edge& edge : all) {
    const bool is_vertex = edge.source < graph.num_vertices();
    const rank_id holder = is_vertex ? graph.owner(edge.source) : rank_id{team.size() - 1};
    if (holder == team.rank()) { own.push_back(edge); }
  }
  spanning_forest forest{.edges = huge_array<forest_edge>(own.size()), .facts = {}};
  std::copy(own.begin(), own.end(), forest.edges.begin());
  for (const forest_edge& edge : all) { forest.facts.weight += edge.weight; }
  forest.facts.edges = all.size();
  forest.facts.trees = graph.num_vertices() - all.size();
  return forest;
}

struct verdict {
  properties lacks;
  std::string text;  // of the first
};

verdict judge(rank_team& team, const csr_graph& graph, const spanning_forest& forest) {
  verdict result;
  for (const forest_violation& each : verify_spanning_forest(team, graph, forest)) {
    if (result.lacks.empty()) { result.text = each.text(); }
    result.lacks.push_back(each.property);
    EXPECT_GT(each.count, 0U);
  }
  return result;
}

/// What is said of the right forest after `spoil(its edges)`.
void expect_verdict(const std::function<void(edge_list&)>& spoil, const properties& lacks,
                    const std::string& words) {
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = build(team);
    edge_list edges = {{0, 1, 1}, {0, 3, 4}, {1, 2, 2}, {5, 6, 2}};
    spoil(edges);
    const verdict said = judge(team, graph, forest_of(team, graph, edges));
    EXPECT_EQ(said.lacks, lacks);
    EXPECT_NE(said.text.find(words), std::string::npos) << said.text;
  });
}

}  // namespace

TEST(spanning_forest_verify, accepts_what_is_right) {
  expect_verdict([](edge_list&) {}, {}, "");
}

TEST(spanning_forest_verify, finds_a_missing_edge) {
  expect_verdict([](edge_list& edges) { edges.erase(edges.begin() + 1); }, {edge_is_inside},
                 "0 and 3 are in different trees");
}

TEST(spanning_forest_verify, finds_a_heavier_edge_in_place_of_a_lighter_one) {
  expect_verdict(
      [](edge_list& edges) {
        edges[2] = {0, 2, 3};
      },
      {path_is_light}, "the edge from 1 to 2 is lighter");
  expect_verdict(
      [](edge_list& edges) {
        edges[1] = {2, 3, 5};
      },
      {path_is_light}, "the edge from 0 to 3 is lighter");
}

TEST(spanning_forest_verify, finds_a_cycle_and_an_edge_taken_twice) {
  expect_verdict(
      [](edge_list& edges) {
        edges.push_back({0, 2, 3});
      },
      {has_no_cycle}, "from 0 to 2 closes a cycle");
  expect_verdict(
      [](edge_list& edges) {
        edges.push_back({5, 6, 2});
      },
      {has_no_cycle}, "from 5 to 6 closes a cycle");
}

TEST(spanning_forest_verify, finds_a_wrong_weight) {
  expect_verdict([](edge_list& edges) { edges[0].weight = 0; }, {edge_exists},
                 "from 0 to 1 is none of the graph with that weight");
}

TEST(spanning_forest_verify, finds_edges_that_do_not_exist) {
  expect_verdict(
      [](edge_list& edges) {
        edges.push_back({3, 5, 1});
      },
      {edge_exists}, "from 3 to 5 is none");
  expect_verdict(
      [](edge_list& edges) {
        edges[3] = {6, 9, 2};
      },
      {edge_exists, edge_is_inside, facts_add_up}, "from 6 to 9 is none");
  expect_verdict(
      [](edge_list& edges) {
        edges[3] = {no_vertex, 6, 2};
      },
      {edge_exists, edge_is_inside, facts_add_up}, "is none of the graph");
}

TEST(spanning_forest_verify, finds_an_edge_that_its_source_does_not_hold) {
  on_teams({team_of(3, 1), team_of(8, 2)}, [](rank_team& team) {
    const csr_graph graph = build(team);
    spanning_forest forest = minimum_spanning_forest(team, graph);
    const edge_list edges = all_values<forest_edge>(team, forest.edges.span());
    const bool is_first = index_of(team.rank()) == 0;
    forest.edges = huge_array<forest_edge>(is_first ? edges.size() : 0);
    if (is_first) { std::copy(edges.begin(), edges.end(), forest.edges.begin()); }
    EXPECT_EQ(judge(team, graph, forest).lacks, properties{edge_exists});
  });
}

TEST(spanning_forest_verify, finds_wrong_figures) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = build(team);
    for (const auto& spoil : std::vector<std::function<void(forest_facts&)>>{
             [](forest_facts& facts) { facts.weight += 1; },
             [](forest_facts& facts) { ++facts.edges; },
             [](forest_facts& facts) { --facts.trees; }}) {
      spanning_forest forest = minimum_spanning_forest(team, graph);
      spoil(forest.facts);
      EXPECT_EQ(judge(team, graph, forest).lacks, properties{facts_add_up});
    }
  });
}

TEST(spanning_forest_verify, finds_a_heavier_edge_deep_in_a_large_graph) {
  const weighted_graph listed =
      random_weighted(3, 400, 3000, [](random_stream& random) { return random.below(50); });
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
    edge_rows rows = serial_forest(listed);
    edge_list edges;
    for (const auto& [a, b, weight] : rows) { edges.push_back({a, b, weight}); }
    EXPECT_EQ(judge(team, graph, forest_of(team, graph, edges)).lacks, properties{});
    // An edge of the graph outside the forest, in place of a lighter one on its path: the only edge
    // of a vertex that has others in the graph.
    const auto degree_in_forest = [&](vertex_id v) {
      return std::count_if(edges.begin(), edges.end(), [&](const forest_edge& edge) {
        return edge.source == v || edge.target == v;
      });
    };
    for (const auto& [a, b, weight] : rows_of(listed)) {
      const auto at = std::find_if(edges.begin(), edges.end(), [&, leaf = a](const auto& edge) {
        return (edge.source == leaf || edge.target == leaf) && degree_in_forest(leaf) == 1;
      });
      if (at == edges.end() || at->weight >= weight) { continue; }
      if (at->source == b || at->target == b) { continue; }
      *at = {a, b, weight};
      break;
    }
    const verdict said = judge(team, graph, forest_of(team, graph, edges));
    EXPECT_NE(std::find(said.lacks.begin(), said.lacks.end(), path_is_light), said.lacks.end());
  });
}

TEST(spanning_forest_verify, refuses_directed_graphs_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}}, {.directed = true});
    EXPECT_THROW(static_cast<void>(verify_spanning_forest(team, graph, {})), usage_error);
  });
}

}  // namespace orujo::test::spanning_forest_verify_tests
