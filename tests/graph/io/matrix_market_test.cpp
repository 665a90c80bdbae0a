// Matrix Market files as graphs, and those that are none.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

TEST(matrix_market, general_pattern_is_a_directed_graph) {
  const read_graph graph = read_text(
      "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n% c\n\n3 3 2\n1 2\n3 1\n");
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 0}, {3, 1, 0}}));
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_EQ(graph.facts.weights, weight_kind::none);
  EXPECT_EQ(graph.facts.declared_vertices, 3U);
  EXPECT_EQ(graph.facts.first_id, 1U);
}

TEST(matrix_market, symmetric_is_an_undirected_graph_with_each_edge_once) {
  const read_graph graph = read_text(
      "a.txt", "%%matrixmarket MATRIX Coordinate Integer Symmetric\n3 3 2\n2 1 7\n3   1  8 \n");
  EXPECT_EQ(graph.edges, (read_edges{{2, 1, 7}, {3, 1, 8}}));
  EXPECT_EQ(graph.facts.directed, false);
  EXPECT_FALSE(graph.facts.both_directions_listed);
  EXPECT_EQ(graph.facts.weights, weight_kind::integer);
}

TEST(matrix_market, symmetric_taken_as_directed_has_both_arcs_of_each_edge) {
  const std::string entries = "3 3 3\n2 1 7\n2 2 9\n3 1 8\n";
  const std::string text = "%%MatrixMarket matrix coordinate integer symmetric\n" + entries;
  const read_edges both = {{1, 2, 7}, {1, 3, 8}, {2, 1, 7}, {2, 2, 9}, {3, 1, 8}};
  open_options directed;
  directed.directed = true;
  EXPECT_EQ(read_text("a.mtx", text, directed).edges, both);
  const sample_file file("a.mtx", text);
  for (const int parts : {1, 3}) {
    EXPECT_EQ(read_whole(file.path(), {.options = directed, .parts = parts}).edges, both);
  }
  expect_message(error_of("a.mtx", text + "3 2 1\n", directed), "a.mtx:2:1: ", "3 edges");
  directed.weights = weight_use::ignored;
  EXPECT_EQ(
      read_text("a.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 -3\n",
                directed)
          .edges,
      (read_edges{{1, 2, 0}, {2, 1, 0}}));
}

TEST(matrix_market, real_entries_are_weights) {
  const std::string text = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1.5\n2 1 2\n";
  const read_graph graph = read_text("a.mtx", text);
  EXPECT_EQ(graph.facts.weights, weight_kind::real);
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 1.5}, {2, 1, 2}}));
  EXPECT_EQ(read_text("a.mtx", text, without_weights).edges, (read_edges{{1, 2, 0}, {2, 1, 0}}));
}

TEST(matrix_market, skew_symmetric_is_read_without_its_negative_weights) {
  const std::string text = "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 -3\n";
  expect_message(error_of("a.mtx", text), "a.mtx:1:1: ", "--weights none");
  EXPECT_EQ(read_text("a.mtx", text, without_weights).edges, (read_edges{{2, 1, 0}}));
}

TEST(matrix_market, an_empty_matrix_is_a_graph_without_edges) {
  const read_graph graph =
      read_text("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 0\n");
  EXPECT_TRUE(graph.edges.empty());
  EXPECT_EQ(graph.facts.declared_vertices, 4U);
}

TEST(matrix_market, what_is_no_graph_is_refused) {
  const auto error = [](const std::string& kind) {
    return error_of("a.mtx", "%%MatrixMarket " + kind + "\n2 2 1\n1 1 1\n");
  };
  expect_message(error("matrix array real general"), "a.mtx:1:16: ", "no graph");
  expect_message(error("vector coordinate real general"), "a.mtx:1:16: ", "no graph");
  expect_message(error("matrix coordinate complex general"), "a.mtx:1:34: ", "'complex'");
  expect_message(error("matrix coordinate real hermitian"), "a.mtx:1:39: ", "'hermitian'");
  expect_message(error("matrix coordinate"), "a.mtx:1:1: ", "expected a first line");
}

TEST(matrix_market, wrong_sizes_are_told) {
  const auto error = [](const std::string& rest) {
    return error_of("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n" + rest);
  };
  expect_message(error("2 3 1\n1 1\n"), "a.mtx:2:1: ", "2 rows and 3 columns");
  expect_message(error("2 2\n1 1\n"), "a.mtx:2:1: ", "'rows columns entries'");
  expect_message(error("% only comments\n"), "a.mtx: ", "ends before");
  expect_message(error("2 2 3\n1 1\n"),
                 "a.mtx:2:1: ", "3 edges are declared here but the file holds only 1");
  expect_message(error("2 2 1\n1 1\n1 2\n"),
                 "a.mtx:2:1: ", "1 edges are declared here but the file holds 2");
  expect_message(error("2 2 1\n0 1\n"), "a.mtx:3:1: ", "ids begin at 1");
  expect_message(error("2 2 1\n1 3\n"), "a.mtx:3:3: ", "above 2");
  expect_message(error("0 0 1\n1 1\n"), "a.mtx:3:1: ", "above 0");
  expect_message(error("2 2 1\n1 2 5\n"), "a.mtx:3:5: ", "found '5'");
}

TEST(matrix_market, a_banner_is_required_when_the_suffix_promises_it) {
  expect_message(error_of("a.mtx", "3 3 1\n1 2 5\n"), "a.mtx:1:1: ", "%%MatrixMarket");
}

TEST(matrix_market, weights_that_are_not_as_declared_are_told) {
  const auto error = [](const std::string& entry) {
    return error_of("a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n" + entry);
  };
  expect_message(error("1 2 0.5\n"), "a.mtx:3:5: ", "not a whole number");
  expect_message(error("1 2\n"), "a.mtx:3:4: ", "the weight is missing");
  expect_message(error("1 2 9223372036854775808\n"), "a.mtx:3:5: ", "is beyond");
}

}  // namespace
}  // namespace orujo::test
