// Vertices that an input lists apart from its edges.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "orujo/graph/vertex_lookup.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

/// The model of the script's edges with its vertices.
model_graph model_with_vertices(const input_script& script, bool directed = true) {
  model_graph model = model_of(script.edges, directed);
  std::set<std::uint64_t> ids(model.ids.begin(), model.ids.end());
  ids.insert(script.vertices.begin(), script.vertices.end());
  model.ids.assign(ids.begin(), ids.end());
  return model;
}

/// Edges among the multiples of `step`, and more vertices of which some have edges.
input_script script_of(std::uint64_t step, std::size_t listed) {
  input_script script = {.edges = random_edges(step, 80, 700)};
  script.edges.weights.clear();
  for (input_edge& edge : script.edges.edges) { edge = {edge.source * step, edge.target * step}; }
  for (std::size_t i = 0; i < listed; ++i) { script.vertices.push_back((40 + i) * step + i % 2); }
  return script;
}

void expect_on_teams(const std::vector<launch_options>& teams, const input_script& script) {
  const model_graph model = model_with_vertices(script);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(script));
    expect_same(team, graph, model);
    EXPECT_EQ(find_vertex(team, graph, model.ids.back()), model.ids.size() - 1);
  });
}

TEST(BuilderVertices, WithoutEdgesAreThereBesideThoseWithEdges) {
  expect_on_teams(all_teams(1), script_of(3, 1001));                        // a bitmap holds them
  expect_on_teams(all_teams(1), script_of(1'000'000'000'007, 1001));        // they are sorted
  expect_on_teams(few_teams(), {.edges = {{{5, 6}}}, .vertices = {7, 4}});  // without gaps
}

TEST(BuilderVertices, FarFromAllEdgesAreThereToo) {
  const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max() - 1;
  expect_on_teams(few_teams(), {.edges = {{{5, 6}, {6, 9}}}, .vertices = {largest, 0, 5, largest}});
}

TEST(BuilderVertices, MakeAGraphWithoutAnyEdge) {
  expect_on_teams(few_teams(), {.vertices = {3}});
  expect_on_teams(few_teams(), {.vertices = script_of(5, 777).vertices});
  expect_on_teams(few_teams(), {.vertices = script_of(1'000'000'000'007, 777).vertices});
}

TEST(BuilderVertices, DoNotDisturbDirectionNorWeights) {
  input_script script = {.edges = random_edges(9, 60, 500), .weighted = true};
  script.facts.weights = weight_kind::integer;
  script.vertices = script_of(7, 300).vertices;
  const model_graph model = model_with_vertices(script, false);
  on_teams(few_teams(), [&](rank_team& team) {
    expect_same(team, build_graph(team, opener_of(script), {.directed = false}), model);
  });
}

TEST(BuilderVertices, AreLeftOutWhereOnlyThoseWithEdgesAreWanted) {
  for (const std::uint64_t step : {std::uint64_t{3}, std::uint64_t{1'000'000'000'007}}) {
    const input_script script = script_of(step, 500);
    const model_graph model = model_of(script.edges, true);
    on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
      expect_same(team, build_graph(team, opener_of(script), {.keep_isolated = false}), model);
    });
  }
}

/// Names of as many vertices as edges or the list name; some vertices are in neither.
input_script named_script() {
  input_script script = {.edges = random_edges(4, 90, 400)};
  for (std::uint64_t id = 50; id < 300; id += 3) { script.vertices.push_back(id); }
  for (std::uint64_t id = 0; id < 310; ++id) {
    script.names.push_back(std::to_string(mix64(id) % 1000) + " of " + std::to_string(id));
  }
  return script;
}

std::vector<std::string> expected_names(const input_script& script, bool with_listed) {
  std::set<std::string> names;
  for (const input_edge& edge : script.edges.edges) {
    names.insert({script.names[edge.source], script.names[edge.target]});
  }
  for (const std::uint64_t id : script.vertices) {
    if (with_listed) { names.insert(script.names[id]); }
  }
  return {names.begin(), names.end()};
}

TEST(BuilderVertices, WithNamesAreThereInTheOrderOfTheirNames) {
  const input_script script = named_script();
  const std::uint64_t arcs = model_of(script.edges, true).out.size();
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(script));
    expect_sound(team, graph);
    EXPECT_EQ(all_names(team, graph), expected_names(script, true));
    EXPECT_EQ(graph.facts().num_arcs, arcs);
    const csr_graph few = build_graph(team, opener_of(script), {.keep_isolated = false});
    expect_sound(team, few);
    EXPECT_EQ(all_names(team, few), expected_names(script, false));
    EXPECT_EQ(few.facts().num_arcs, arcs);
  });
}

TEST(BuilderVertices, WithNamesMakeAGraphWithoutAnyEdge) {
  input_script script = named_script();
  script.edges = {};
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(script));
    expect_sound(team, graph);
    EXPECT_EQ(all_names(team, graph), expected_names(script, true));
    EXPECT_EQ(build_graph(team, opener_of(script), {.keep_isolated = false}).num_vertices(), 0U);
  });
}

TEST(BuilderVertices, AmongDeclaredOnesChangeNothing) {
  input_script script = {.edges = {{{2, 4}, {4, 8}}}, .vertices = {1, 10, 4}};
  script.facts.declared_vertices = 10;
  script.facts.first_id = 1;
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph all = build_graph(team, opener_of(script));
    EXPECT_EQ(all.num_vertices(), 10U);
    EXPECT_EQ(all.ids().offset(), 1U);
    const csr_graph few = build_graph(team, opener_of(script), {.keep_isolated = false});
    EXPECT_EQ(all_ids(team, few), (std::vector<std::uint64_t>{2, 4, 8}));
  });
}

TEST(BuilderVertices, OutsideOfDeclaredOnesAreRefused) {
  for (const block_balance balance : {block_balance::vertices, block_balance::edges}) {
    for (const std::uint64_t id : {std::uint64_t{0}, std::uint64_t{11}}) {
      input_script script = {.edges = {{{2, 4}}}, .vertices = {1, id}};
      script.facts.declared_vertices = 10;
      script.facts.first_id = 1;
      on_teams(few_teams(), [&](rank_team& team) {
        EXPECT_THROW(static_cast<void>(build_graph(team, opener_of(script), {.balance = balance})),
                     error);
        EXPECT_EQ(all_sum(team, 1), team.size());
      });
    }
  }
}

/// Checks that `script`, all of whose vertices should be listed, fails with `text` everywhere.
void expect_unlisted(const input_script& script, const std::string& text) {
  on_teams(few_teams(), [&](rank_team& team) {
    try {
      static_cast<void>(build_graph(team, opener_of(script)));
      ADD_FAILURE() << "no error";
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), exit_code::input);
      EXPECT_NE(std::string(problem.what()).find(text), std::string::npos) << problem.what();
    }
    EXPECT_EQ(all_sum(team, 1), team.size());
  });
}

TEST(BuilderVertices, ThatAreAllListedLeaveNoEdgeToAnother) {
  input_script script = script_of(3, 1001);
  script.facts.name = "edges.el";
  script.facts.vertex_list = "ids.txt";
  const std::vector<std::uint64_t> ids = model_of(script.edges, true).ids;  // ascending
  expect_unlisted(script, "edges.el: an edge names the vertex '" + std::to_string(ids.front()) +
                              "', which ids.txt does not list (nor ");
  script.vertices.insert(script.vertices.end(), ids.begin(), ids.end());
  expect_on_teams(few_teams(), script);
  std::erase(script.vertices, 9);
  expect_unlisted(script, "the vertex '9', which ids.txt does not list; add");
  expect_unlisted({.edges = {{{1, 2}}}, .facts = script.facts}, "the vertex '1', which");
}

TEST(BuilderVertices, ThatAreAllListedByNameLeaveNoEdgeToAnother) {
  input_script script = named_script();
  script.facts.vertex_list = "people.csv";
  for (std::uint64_t id = 0; id < 90; ++id) { script.vertices.push_back(id); }
  on_teams(few_teams(), [&](rank_team& team) {
    EXPECT_EQ(all_names(team, build_graph(team, opener_of(script))), expected_names(script, true));
  });
  const std::uint64_t lost = script.edges.edges[17].source;
  std::erase(script.vertices, lost);
  expect_unlisted(script, "'" + script.names[lost] + "', which people.csv does not list; add");
}

TEST(BuilderVertices, ThatAreListedAgainAreCounted) {
  input_script script = {.edges = {{{5, 6}, {6, 9}}}, .vertices = {9, 6, 5, 6, 7, 5, 5}};
  script.facts.vertex_list = "ids.txt";
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(script));
    EXPECT_EQ(graph.num_vertices(), 4U);
    EXPECT_EQ(graph.facts().guesses,
              (std::vector<std::string>{
                  "ids.txt names vertices again in 3 of its rows: they count once"}));
  });
}

TEST(BuilderVertices, OfEdgesInMemoryAreChecked) {
  on_teams({team_of(1, 1), team_of(2, 1)}, [](rank_team& team) {
    edge_chunk edges = {.edges = {{0, 1}}, .weights = {}, .vertices = {2}};
    EXPECT_EQ(graph_from_edges(team, 3, edges).num_vertices(), 3U);
    edges.vertices.push_back(3);
    EXPECT_THROW(static_cast<void>(graph_from_edges(team, 3, edges)), usage_error);
  });
}

}  // namespace
}  // namespace orujo::test
