// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/writer.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "graph/shared_path.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

edge_chunk weighted_chunk(const test_edges& from) {
  return {from.edges, {from.weights.begin(), from.weights.end()}};
}

/// One line for each edge of a small graph that a user would draw:
///
///   0 - 1   4
///   |   |
///   2 - 3
const std::vector<input_edge> square = {{0, 1}, {0, 2}, {1, 3}, {3, 2}};

/// What the file of the square looks like.
std::string written(const std::string& suffix, const build_options& options) {
  std::string text;
  run_team(team_of(2, 1), [&](rank_team& team) {
    const shared_path path(team, "square" + suffix);
    write_graph(team, graph_from_edges(team, 5, square, options), path.text());
    if (index_of(team.rank()) == 0) { text = text_of(path.text()); }
    barrier(team);
  });
  return text;
}

TEST(Writer, WritesTextsAsOtherProgramsExpectThem) {
  const build_options undirected = {.directed = false};
  EXPECT_EQ(written(".el", {}), "0 1\n0 2\n1 3\n3 2\n");
  EXPECT_EQ(written(".el", undirected), "0 1\n0 2\n1 0\n1 3\n2 0\n2 3\n3 1\n3 2\n");
  EXPECT_EQ(written(".csv", {}),
            "# directed=1 vertices=5 edges=4\nsource,target\n0,1\n0,2\n1,3\n3,2\n");
  EXPECT_EQ(written(".tsv", undirected),
            "# directed=0 vertices=5 edges=4\n# source\ttarget\n0\t1\n0\t2\n1\t3\n2\t3\n");
  EXPECT_EQ(written(".mtx", undirected),
            "%%MatrixMarket matrix coordinate pattern symmetric\n% edges in memory\n5 5 4\n"
            "2 1\n3 1\n4 2\n4 3\n");
  EXPECT_EQ(written(".gr", undirected), "c edges in memory\np tw 5 4\n1 2\n1 3\n2 4\n3 4\n");
  EXPECT_EQ(written(".gr", {}),
            "c edges in memory\np sp 5 4\na 1 2 1\na 1 3 1\na 2 4 1\na 4 3 1\n");
  EXPECT_EQ(written(".graph", undirected), "% edges in memory\n5 4\n2 3\n1 4\n1 4\n2 3\n\n");
}

struct round_trip {
  std::string suffix;
  build_options written = {};
  build_options read = {};  ///< What has to be said to get the same graph again.
  bool weighted = false;
};

/// Graphs that their formats hold completely.
std::vector<round_trip> round_trips() {
  const build_options undirected = {.directed = false};
  std::vector<round_trip> all = {
      {".el", {}},
      {".el", undirected, undirected},
      {".wel", {}, {}, true},
      {".wel", undirected, undirected, true},
      {".csv", {}, {}, true},
      {".csv", undirected, {}, true},
      {".tsv", {}},
      {".tsv", undirected},
      {".txt", {}, {}, true},
      {".mtx", {}, {}, true},
      {".mtx", undirected},
      {".mtx", undirected, {}, true},
      {".gr", {}, {}, true},
      {".gr", undirected, undirected, true},
      {".gr", undirected},
      {".graph", undirected},
      {".graph", undirected, {}, true},
      {".sg", {}},
      {".sg", undirected},
      {".wsg", {}, {}, true},
      {".wsg", undirected, {}, true},
      {".orj", {}, {}, true},
      {".orj", undirected, {}, true},
  };
  return all;
}

/// The arcs of `graph` as if the format counted vertices from 0. Call: collective.
std::vector<model_arc> arcs_from_zero(rank_team& team, const csr_graph& graph) {
  const std::uint64_t base = all_ids(team, graph).front();  // 0 or 1
  std::vector<model_arc> arcs = all_arcs(team, graph, graph.out_edges(), false);
  for (model_arc& arc : arcs) { arc = {arc.source - base, arc.target - base, arc.weight}; }
  return arcs;
}

/// Checks one way there and back, on all teams, and that all of them write the same.
void expect_survival(const round_trip& trip, const test_edges& edges) {
  const model_graph model = model_of(edges, trip.written.directed.value_or(true));
  std::string first;
  for (const launch_options& options : few_teams()) {
    SCOPED_TRACE(trip.suffix + ", " + name_of(options));
    const shared_path path(options, "trip" + trip.suffix);
    run_team(options, [&](rank_team& team) {
      write_graph(team, graph_from_edges(team, 60, weighted_chunk(edges), trip.written),
                  path.text());
      const csr_graph graph = load_graph(team, path.text(), {.build = trip.read});
      EXPECT_EQ(arcs_from_zero(team, graph), model.out);
      EXPECT_EQ(graph.facts().weights != weight_kind::none, trip.weighted);
    });
    if (first.empty()) { first = text_of(path.text()); }
    EXPECT_EQ(text_of(path.text()), first);
  }
}

TEST(Writer, WhatIsWrittenIsReadAsTheSameGraph) {
  if (under_mpirun()) { GTEST_SKIP() << "compares teams of one process"; }
  const test_edges edges = random_edges(1, 60, 500);
  test_edges bare = edges;
  bare.weights.clear();
  for (const round_trip& trip : round_trips()) {
    expect_survival(trip, trip.weighted ? edges : bare);
  }
}

TEST(Writer, KeepsInputIdsWhereTheFormatCan) {
  input_script script = {.edges = random_edges(2, 40, 300)};
  script.edges.weights.clear();
  for (input_edge& edge : script.edges.edges) {
    edge = {mix64(edge.source) >> 1U, mix64(edge.target) >> 1U};
  }
  const model_graph model = model_of(script.edges, true);
  for (const std::string suffix : {".el", ".csv", ".tsv", ".orj"}) {
    SCOPED_TRACE(suffix);
    on_teams(few_teams(), [&](rank_team& team) {
      const shared_path path(team, "sparse" + suffix);
      write_graph(team, build_graph(team, opener_of(script)), path.text());
      const csr_graph graph = load_graph(team, path.text());
      EXPECT_EQ(all_ids(team, graph), model.ids);
      EXPECT_EQ(all_arcs(team, graph, graph.out_edges(), false), model.out);
      barrier(team);
    });
  }
}

TEST(Writer, WritesRealWeightsSoThatTheyAreReadBackExactly) {
  const edge_chunk edges = {{{0, 1}, {1, 2}, {2, 0}, {2, 1}}, {0.1, 1e-46, -12345.678, 2}};
  for (const std::string suffix : {".wel", ".csv", ".tsv", ".mtx", ".orj"}) {
    SCOPED_TRACE(suffix);
    on_teams({team_of(1, 1), team_of(2, 1)}, [&](rank_team& team) {
      const shared_path path(team, "real" + suffix);
      const csr_graph graph = graph_from_edges(team, 3, edges);
      write_graph(team, graph, path.text());
      const csr_graph again = load_graph(team, path.text());
      EXPECT_EQ(again.stored_weights(), weight_type::real64);
      const auto weights = [&](const csr_graph& of) {
        std::vector<double> all;
        for (const model_arc& arc : all_arcs(team, of, of.out_edges(), false)) {
          all.push_back(arc.weight);
        }
        return all;
      };
      EXPECT_EQ(weights(again), weights(graph));
      barrier(team);
    });
  }
}

/// Checks that writing is refused on every rank with a text that contains `part`.
void expect_refused(const std::string& suffix, const edge_chunk& edges,
                    const build_options& options, const std::string& part) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 4, edges, options);
    const shared_path path(team, "refused" + suffix);
    try {
      write_graph(team, graph, path.text());
      ADD_FAILURE() << "no error";
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), exit_code::usage);
      EXPECT_NE(std::string(problem.what()).find(part), std::string::npos) << problem.what();
    }
    EXPECT_FALSE(std::filesystem::exists(path.text()));
  });
}

TEST(Writer, RefusesWhatAFormatCannotHold) {
  const edge_chunk bare = {{{0, 1}, {2, 2}}, {}};
  const edge_chunk real = {{{0, 1}, {1, 2}}, {0.5, 2}};
  const edge_chunk large = {{{0, 1}, {1, 2}}, {4e9, 2}};
  expect_refused(".wel", bare, {}, "no weights for .wel");
  expect_refused(".wsg", bare, {}, "whole weights");
  expect_refused(".wsg", real, {}, "whole weights");
  expect_refused(".wsg", large, {}, "to 2^31-1");
  expect_refused(".sg", bare, {.in_edges = false}, "without");
  expect_refused(".graph", bare, {}, "undirected graphs only");
  expect_refused(".graph", bare, {.directed = false, .keep_self_loops = true}, "no self-loops");
  expect_refused(".graph", real, {.directed = false}, "whole weights only");
  expect_refused(".gr", real, {}, "whole weights only");
  expect_refused(".xlsx", bare, {}, ".el .wel .csv");
}

}  // namespace
}  // namespace orujo::test
