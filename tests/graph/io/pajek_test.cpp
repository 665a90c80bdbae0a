// Pajek's .net as Pajek and NetworkX write it, and what of it is refused.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "graph/io/exchange_sample.hpp"

namespace orujo::test {
namespace {

TEST(pajek, vertices_are_called_by_their_labels) {
  const auto graph = read_exchange(
      "a.net",
      "\xef\xbb\xbf%a comment\r\n*Network people\r\n*Vertices 3\r\n"
      " 1 \"Zo\xc3\xab Lee\" 0.1 0.2 0.5 ellipse ic Red\r\n2 bob\r\n3 \"al]one\"\r\n\r\n"
      "*Arcs\r\n1 2 3 c Blue\r\n2 2\r\n*Edges\r\n");
  EXPECT_EQ(graph.vertices, (called_vertices{"Zo\xc3\xab Lee", "al]one", "bob"}));
  EXPECT_EQ(graph.edges, (called_edges{{"Zo\xc3\xab Lee", "bob", 3}, {"bob", "bob", 1}}));
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_EQ(graph.facts.weights, weight_kind::integer);
  EXPECT_EQ(graph.facts.recognised, "Pajek, integer weights, vertices with names");
  EXPECT_TRUE(guesses(graph, "called by their labels"));
}

TEST(pajek, vertices_are_numbers_where_labels_are_missing_or_alike) {
  const auto bare = read_exchange("a.net", "*Vertices 5\n*Edges\n1 2\n2 5\n");
  EXPECT_EQ(bare.facts.declared_vertices, 5U);
  EXPECT_EQ(bare.facts.first_id, 1U);
  EXPECT_EQ(bare.facts.directed, false);
  EXPECT_EQ(bare.facts.weights, weight_kind::none);
  EXPECT_EQ(bare.edges, (called_edges{{"1", "2", 0}, {"2", "5", 0}}));
  const auto some = read_exchange("a.net", "*vertices 2\n1 x\n2\n*arcs\n1 2\n");
  EXPECT_EQ(some.edges, (called_edges{{"1", "2", 0}}));
  const auto alike = read_exchange("a.net", "*vertices 2\n1 x\n2 x\n*arcs\n1 2\n");
  EXPECT_EQ(alike.edges, (called_edges{{"1", "2", 0}}));
  EXPECT_TRUE(guesses(alike, "some labels are alike"));
  expect_message(error_of("a.net", "*vertices 3\n1 x\n2 y\n*arcs\n1 2\n", with_ids(id_use::labels)),
                 "a.net: ", "3 vertices are declared but only 2 have a label");
  EXPECT_EQ(read_exchange("a.net", "*vertices 2\n1 0\n2 7\n*edges\n1 2 1.0\n").edges,
            (called_edges{{"0", "7", 1}}));
}

TEST(pajek, lists_and_matrices_are_edges) {
  EXPECT_EQ(read_exchange("a", "*Vertices 4\n*Arcslist\n1 2 3\n4 1\n").edges,
            (called_edges{{"1", "2", 0}, {"1", "3", 0}, {"4", "1", 0}}));
  const auto edges = read_exchange("a", "*Vertices 3\n*Edgeslist\n1 2 3\n");
  EXPECT_EQ(edges.facts.directed, false);
  EXPECT_EQ(edges.edges.size(), 2U);
  EXPECT_EQ(read_exchange("a", "*Vertices 2\n*Matrix\n0 2\n0.5 -0.0\n").edges,
            (called_edges{{"1", "2", 2}, {"2", "1", 0.5}}));
  EXPECT_EQ(read_exchange("a", "*Vertices 2\n*Matrix\n0.00e+00 2.5e+00\n-0e5 0E-3\n").edges,
            (called_edges{{"1", "2", 2.5}}));
  const auto two_kinds = read_exchange("a", "*Vertices 3 1\n*Matrix\n0 2\n");
  EXPECT_EQ(two_kinds.edges, (called_edges{{"1", "3", 2}}));
  EXPECT_TRUE(guesses(two_kinds, "both kinds"));
}

TEST(pajek, arcs_and_edges_in_one_file_are_one_way_edges) {
  const std::string text = "*Vertices 3\n*Edges\n1 2 2\n*Arcs :1 \"likes\"\n2 3 5\n";
  const auto graph = read_exchange("a", text);
  EXPECT_EQ(graph.edges, (called_edges{{"1", "2", 2}, {"2", "1", 2}, {"2", "3", 5}}));
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_TRUE(guesses(graph, "undirected ones go both ways"));
  EXPECT_TRUE(guesses(graph, "all relations"));
  EXPECT_EQ(read_exchange("a", text, taken_as(false)).edges,
            (called_edges{{"1", "2", 2}, {"2", "3", 5}}));
}

TEST(pajek, partitions_of_project_files_are_passed_over) {
  EXPECT_EQ(read_exchange("a.paj",
                          "*Network x\n*Vertices 2\n*Arcs\n1 2\n*Partition p\n*Vertices 2\n 1\n "
                          "7\n*Vector v\n*Vertices 2\n0.5\n2\n")
                .edges,
            (called_edges{{"1", "2", 0}}));
}

TEST(pajek, what_is_not_read_is_refused_with_its_place) {
  const auto refused = [](std::string_view text, std::string_view begin, std::string_view said) {
    open_options forced;
    forced.forced = file_format::pajek;
    expect_message(error_of("a", text, forced), begin, said);
  };
  refused("*Vertices x\n", "a:1:1:", "expected '*Vertices NUMBER'");
  refused("*Vertices 5 x\n", "a:1:1:", "or two numbers, but found '*Vertices 5 x'");
  refused("*Vertices 5 6\n", "a:1:1:", "or two numbers, but found '*Vertices 5 6'");
  refused("*Vertices 2\n*Arcs\n1 3\n", "a:3:3:", "a number among 1 … 2, but found '3'");
  refused("*Vertices 2\n*Arcs\n0 1\n", "a:3:1:", "a number among 1 … 2");
  refused("*Vertices 2\n*Arcs\n  1\n", "a:3:3:", "an edge has two vertices");
  refused("*Vertices 2\n1 \"x\n", "a:2:3:", "this quote has no end");
  refused("*Vertices 2\n*Arcs\n1 2 nan\n", "a:3:1:", "is not finite");
  refused("*Vertices 2\n*Arcs\n1 2 3x\n", "a:3:1:", "expected a weight");
  refused("*Arcs\n1 2\n", "a:1:1:", "has to come before");
  refused("1 2\n", "a:1:1:", "expected '*Vertices NUMBER' before");
  refused("*Vertices 2\n*Vertices 2\n", "a:2:1:", "a second network");
  refused("*Vertices 2\n*Network y\n", "a:2:1:", "a second network");
  refused("*Vertices 2\n*Cities\n", "a:2:1:", "section '*cities' is not read");
  refused("*Vertices 2\n*Matrix\n0 1\n1\n", "a:2: ", "2 rows of 2 numbers, but 3 numbers follow");
  refused("*Vertices 2\n*Matrix\n0 1 1 0 1\n", "a:3:9:", "more numbers than");
  refused("*Vertices 2\n*Matrix\n0 x\n", "a:3:3:", "a number of the matrix");
  refused("% nothing\n", "a: ", "holds no '*Vertices");
  expect_message(error_of("a.net", "*Vertices 2\n*Arcs\n1 2\n", with_weight("w")),
                 "a.net: ", "chooses only the weight");
}

}  // namespace
}  // namespace orujo::test
