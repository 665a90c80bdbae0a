// Lists of vertices with weights, and what is said of texts that are none.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/weighted_vertices.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/vertex_lookup.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

void expect_listed(rank_team& team, const csr_graph& graph, const sample_file& file,
                   const weighted_vertices& expected) {
  const weighted_vertices found = read_weighted_vertices(team, graph, file.path());
  EXPECT_EQ(found.vertices, expected.vertices);
  EXPECT_EQ(found.weights, expected.weights);
}

/// What is said of `file`, on every rank.
std::string complaint(rank_team& team, const csr_graph& graph, const sample_file& file) {
  try {
    static_cast<void>(read_weighted_vertices(team, graph, file.path()));
  } catch (const agreed_error& problem) {
    EXPECT_EQ(problem.code(), exit_code::input);
    return problem.what();
  }
  return "";
}

TEST(weighted_vertices, are_found_by_their_ids_on_every_team) {
  const sample_file edges("edges.el", "5 7\n7 90\n8 9\n");
  const sample_file list("list.txt", "# some\n90\n\n5\t0.5\r\n% more\n8 , 2\n90 1e3");
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = load_graph(team, edges.path());
    expect_listed(team, graph, list, {{4, 0, 2, 4}, {1, 0.5, 2, 1000}});
  });
}

TEST(weighted_vertices, are_found_by_their_names) {
  const sample_file edges("edges.csv", "source,target\nAnna,\"Smith, B\"\n\"Smith, B\",Zoe\n");
  const sample_file list("list.csv", "\"Smith, B\",3\nZoe\n");
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = load_graph(team, edges.path());
    expect_listed(team, graph, list, {{1, 2}, {3, 1}});
  });
}

TEST(weighted_vertices, are_refused_with_the_place_of_what_is_wrong) {
  const sample_file edges("edges.el", "5 7\n7 90\n");
  const sample_file unknown("list.txt", "5\n  6\n");
  const sample_file word("list.txt", "5\nx 1\n");
  const sample_file negative("list.txt", "5 -1\n");
  const sample_file no_number("list.txt", "5 nan\n");
  const sample_file too_large("list.txt", "5 1e999\n");
  const sample_file too_many("list.txt", "# 5\n5 1 2\n");
  const sample_file nobody("list.txt", "# nobody\n");
  const sample_file empty("list.txt", "");
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = load_graph(team, edges.path());
    const auto expect_said = [&](const sample_file& list, const std::string& said) {
      const std::string text = complaint(team, graph, list);
      EXPECT_NE(text.find("/list.txt:" + said), std::string::npos) << text;
    };
    expect_said(unknown, "2:3: edges.el has no vertex '6'");
    expect_said(word, "2:1: edges.el has no vertex 'x'");
    expect_said(negative, "1:3: expected a weight, a number of at least 0, but found '-1'");
    expect_said(no_number, "1:3: expected a weight");
    expect_said(too_large, "1:3: expected a weight");
    expect_said(too_many, "2:5: expected a vertex and at most one number");
    expect_said(nobody, " lists no vertices");
    EXPECT_NE(complaint(team, graph, empty).find("/list.txt"), std::string::npos);
  });
}

TEST(vertex_lookup, finds_many_at_once) {
  const sample_file edges("edges.el", "5 7\n7 90\n8 9\n");
  on_teams(few_teams(), [&](rank_team& team) {
    vertex_names labels;
    for (const char* each : {"9", "6", "5", "five", "90", "9"}) { labels.add(each); }
    const std::vector<vertex_id> expected{3, no_vertex, 0, no_vertex, 4, 3};
    EXPECT_EQ(find_vertices(team, load_graph(team, edges.path()), labels), expected);
    EXPECT_EQ(find_vertex(team, load_graph(team, "grid:3x3"), "8"), 8U);
    EXPECT_EQ(find_vertex(team, load_graph(team, "grid:3x3"), "9"), no_vertex);
  });
}

}  // namespace
}  // namespace orujo::test
