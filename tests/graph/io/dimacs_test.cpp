// DIMACS .gr and .col, PACE .gr, and bare 'a u v w' lines.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

TEST(dimacs, shortest_path_files_have_directed_weighted_edges) {
  const read_graph graph =
      read_text("a.gr", "c road\nc\n\np sp 3 2\nc more\na 1 2 803\na  3\t1 5 \n");
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 803}, {3, 1, 5}}));
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_EQ(graph.facts.weights, weight_kind::integer);
  EXPECT_EQ(graph.facts.declared_vertices, 3U);
  EXPECT_EQ(graph.facts.first_id, 1U);
}

TEST(dimacs, pace_files_have_undirected_edges_without_letters) {
  const read_graph graph = read_text("a.gr", "c x\np tw 4 2\n1 2\n3 1\n");
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 0}, {3, 1, 0}}));
  EXPECT_EQ(graph.facts.directed, false);
  EXPECT_EQ(graph.facts.declared_vertices, 4U);
}

TEST(dimacs, bare_arcs_count_from_zero) {
  const read_graph graph = read_text("bremen.gr", "a 0 24021 172\na 1 539 146\n");
  EXPECT_EQ(graph.edges, (read_edges{{0, 24021, 172}, {1, 539, 146}}));
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_EQ(graph.facts.declared_vertices, std::nullopt);
  expect_message(error_of("a.gr", "a 0 1 5\n0 1 5\n"), "a.gr:2:1: ", "expected a line 'a …'");
}

TEST(dimacs, colouring_files_may_say_edge_or_col_and_give_vertices_values) {
  const read_edges expected = {{1, 2, 0}, {2, 3, 0}};
  EXPECT_EQ(read_text("a.col", "c x\np edge 3 2\ne 1 2\ne 2 3\n").edges, expected);
  EXPECT_EQ(read_text("a.col", "p col 3 2 7\nn 1 4\ne 1 2\ne 2 3\n").edges, expected);
  EXPECT_EQ(read_text("a.txt", "p edges 3 2\ne 1 2\nd 5\ne 2 3\n").facts.directed, false);
}

TEST(dimacs, wrong_problem_lines_are_told) {
  expect_message(error_of("a.gr", "p max 3 2\n"), "a.gr:1:1: ", "problem 'max' is not read");
  expect_message(error_of("a.gr", "p sp 3\n"), "a.gr:1:1: ", "'p sp vertices edges'");
  expect_message(error_of("a.gr", "p sp -3 2\n"), "a.gr:1:1: ", "'p sp vertices edges'");
  expect_message(error_of("a.col", "c x\ne 1 2\n"), "a.col:2:1: ", "expected a problem line");
}

TEST(dimacs, wrong_edges_are_told) {
  const auto error = [](const std::string& lines) {
    return error_of("a.gr", "p sp 3 1\n" + lines);
  };
  expect_message(error("a 0 1 5\n"), "a.gr:2:3: ", "ids begin at 1");
  expect_message(error("a 1 4 5\n"), "a.gr:2:5: ", "above 3");
  expect_message(error("a 1 2\n"), "a.gr:2:6: ", "the weight is missing");
  expect_message(error("a 1 2 -x\n"), "a.gr:2:7: ", "found '-x'");
  expect_message(error("a 1 2 5 6\n"), "a.gr:2:9: ", "found '6'");
  expect_message(error("b 1 2 5\n"), "a.gr:2:1: ", "expected a line 'a …' but found 'b'");
  expect_message(error("a 1 2 5\np sp 3 1\n"), "a.gr:3:1: ", "found 'p'");
  expect_message(error(""), "a.gr:1:1: ", "1 edges are declared here but the file holds only 0");
  expect_message(error("a 1 2 5\na 1 2 5\n"), "a.gr:1:1: ", "holds 2");
}

}  // namespace
}  // namespace orujo::test
