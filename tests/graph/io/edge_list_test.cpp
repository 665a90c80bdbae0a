// Edge lists of all sorts: separators, comments, headers, weights, and what is wrong with some.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

TEST(edge_list, separators_are_spaces_tabs_commas_and_semicolons) {
  const read_edges expected = {{1, 2, 0}, {3, 4, 0}};
  EXPECT_EQ(read_text("a.el", "1 2\n3 4\n").edges, expected);
  EXPECT_EQ(read_text("a.tsv", "1\t2\n3\t4\n").edges, expected);
  EXPECT_EQ(read_text("a.csv", "1,2\n3,4\n").edges, expected);
  EXPECT_EQ(read_text("a.csv", "1;2\n3;4\n").edges, expected);
  EXPECT_EQ(read_text("a.csv", "1, 2\n3 ,4\n").edges, expected);
  EXPECT_EQ(read_text("a.txt", "  1   2  \n3\t \t4\n").edges, expected);
}

TEST(edge_list, line_ends_may_be_windows_ones_or_missing_at_the_end) {
  const read_edges expected = {{1, 2, 0}, {3, 4, 0}};
  EXPECT_EQ(read_text("a.el", "1 2\r\n3 4\r\n").edges, expected);
  EXPECT_EQ(read_text("a.el", "1 2\n3 4").edges, expected);
  EXPECT_EQ(read_text("a.el", "1 2\r\n3 4\r").edges, expected);
  EXPECT_EQ(read_text("a.el",
                      "\xef\xbb\xbf"
                      "1 2\n3 4\n")
                .edges,
            expected);
}

TEST(edge_list, comments_and_blank_lines_are_skipped_anywhere) {
  const read_edges expected = {{1, 2, 0}, {3, 4, 0}};
  EXPECT_EQ(read_text("a.txt", "# one\n\n1 2\n% two\n// three\n \t\n3 4\n# end").edges, expected);
}

TEST(edge_list, ids_may_have_up_to_64_bits) {
  const read_edges expected = {{0, 18446744073709551614U, 0}, {1234567890123456U, 12345678, 0}};
  EXPECT_EQ(read_text("a.el", "0 18446744073709551614\n1234567890123456 12345678\n").edges,
            expected);
}

TEST(edge_list, ids_with_zeros_in_front_are_numbers_and_the_table_says_so) {
  const read_graph graph = read_text("a.csv", "007,9\n2,7\n");
  EXPECT_EQ(graph.edges, (read_edges{{2, 7, 0}, {7, 9, 0}}));
  ASSERT_EQ(graph.facts.guesses.size(), 1U);
  EXPECT_EQ(graph.facts.guesses[0], "ids are numbers: 007 is the vertex 7 (else say --ids names)");
  EXPECT_EQ(read_text("a.csv", "\"007\",9\n").facts.guesses, graph.facts.guesses);
  EXPECT_TRUE(read_text("a.el", "0 1\n10 0\n").facts.guesses.empty());
}

TEST(edge_list, ids_with_zeros_in_front_are_refused_where_nothing_told_of_them) {
  std::string rows;
  while (rows.size() < 70'000) { rows += "1 2\n"; }
  for (const char* const last : {"7 08\n", "08\t7\n"}) {
    const std::string text = rows + last;
    const std::string line = std::to_string(rows.size() / 4 + 1);
    const std::string column = *last == '0' ? "1" : "3";
    expect_message(error_of("a.el", text), "a.el:" + line + ":" + column + ":",
                   "the id '08' is another way to write 8; say --ids numbers");
    EXPECT_EQ(read_text("a.el", text, {.ids = id_use::numbers}).edges.size(), rows.size() / 4 + 1);
  }
}

TEST(edge_list, a_third_column_is_a_weight) {
  const read_graph integers = read_text("a.wel", "1 2 10\n3 4 0\n");
  EXPECT_EQ(integers.facts.weights, weight_kind::integer);
  EXPECT_EQ(integers.edges, (read_edges{{1, 2, 10}, {3, 4, 0}}));

  const read_graph reals = read_text("a.wel", "1 2 10\n3 4 .5\n5 6 1e-3\n7 8 +2.25\n9 9 3.\n");
  EXPECT_EQ(reals.facts.weights, weight_kind::real);
  EXPECT_EQ(reals.edges,
            (read_edges{{1, 2, 10}, {3, 4, 0.5}, {5, 6, 1e-3}, {7, 8, 2.25}, {9, 9, 3}}));
}

TEST(edge_list, real_weights_are_rounded_correctly) {
  const read_graph graph = read_text("a.wel",
                                     "0 1 0.1\n0 2 123456.789\n0 3 0.30000000000000004\n"
                                     "0 4 99999999.9999999\n0 5 3.4028234663852886e38\n");
  EXPECT_EQ(graph.edges, (read_edges{{0, 1, 0.1},
                                     {0, 2, 123456.789},
                                     {0, 3, 0.30000000000000004},
                                     {0, 4, 99999999.9999999},
                                     {0, 5, 3.4028234663852886e38}}));
}

TEST(edge_list, weights_may_be_negative) {
  const read_graph whole = read_text("a.wel", "1 2 -3\n3 4 +5\n5 6 -12345678901234567\n7 8 -0\n");
  EXPECT_EQ(whole.facts.weights, weight_kind::integer);
  EXPECT_EQ(whole.edges,
            (read_edges{{1, 2, -3}, {3, 4, 5}, {5, 6, -12345678901234567}, {7, 8, 0}}));
  const read_graph real = read_text("a.wel", "1 2 -0.5\n3 4 -1e-300\n5 6 -7\n");
  EXPECT_EQ(real.facts.weights, weight_kind::real);
  EXPECT_EQ(real.edges, (read_edges{{1, 2, -0.5}, {3, 4, -1e-300}, {5, 6, -7}}));
}

TEST(edge_list, whole_weights_are_exact_up_to_63_bits) {
  const sample_file file("a.wel", "1 2 9223372036854775807\n1 3 -9223372036854775807\n1 4 1\n");
  edge_chunk chunk;
  ASSERT_TRUE(open_graph_file(file.path(), {})->next(chunk));
  EXPECT_EQ(chunk.whole_weights,
            (std::vector<std::int64_t>{9223372036854775807, -9223372036854775807, 1}));
  EXPECT_TRUE(chunk.weights.empty());
}

TEST(edge_list, weights_can_be_ignored_whatever_they_are) {
  const read_graph graph = read_text("a.wel", "1 2 inf\n3 4 -7\n5 6 0.5\n", without_weights);
  EXPECT_EQ(graph.facts.weights, weight_kind::none);
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 0}, {3, 4, 0}, {5, 6, 0}}));
  expect_message(error_of("a.wel", "1 2 3\n3 4 x7\n", without_weights), "a.wel:2:5: ", "'x7'");
  expect_message(error_of("a.wel", "1 2 3\n3 4\n", without_weights), "a.wel:2:4: ", "missing");
}

TEST(edge_list, integer_weights_can_be_read_as_real) {
  const read_graph graph = read_text("a.wel", "1 2 3\n3 4 5\n", with_real_weights);
  EXPECT_EQ(graph.facts.weights, weight_kind::real);
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 3}, {3, 4, 5}}));
}

TEST(edge_list, column_names_are_recognised) {
  const read_edges expected = {{1, 2, 7}, {3, 4, 8}};
  EXPECT_EQ(read_text("a.csv", "source,target,weight\n1,2,7\n3,4,8\n").edges, expected);
  EXPECT_EQ(read_text("a.csv", "\"source\";\"target\";\"w\"\n1;2;7\n3;4;8\n").edges, expected);
  EXPECT_EQ(read_text("a.csv", "node_1,node_2\n1,2\n").edges, (read_edges{{1, 2, 0}}));
  EXPECT_EQ(read_text("a.txt", "# about\nFrom To\n1 2\n").edges, (read_edges{{1, 2, 0}}));
}

TEST(edge_list, comments_tell_of_direction) {
  const auto directed = [](std::string_view text) {
    return read_text("a.txt", text).facts.directed;
  };
  EXPECT_EQ(directed("1 2\n"), std::nullopt);
  EXPECT_EQ(directed("# Directed graph: a\n1 2\n"), true);
  EXPECT_EQ(directed("# Undirected graph: a\n1 2\n"), false);
  EXPECT_EQ(directed("# Directed Node Graph\n# (graph is undirected)\n1 2\n"), false);
  EXPECT_EQ(directed("# directed=0 vertices=3\n1 2\n"), false);
  EXPECT_EQ(directed("% sym unweighted\n% 1 2 2\n1 2\n"), false);
  EXPECT_EQ(directed("% asym positive\n1 2 1\n"), true);
  expect_message(error_of("out.a", "% bip unweighted\n1 1\n"), "out.a:1:1: ", "bipartite");
}

TEST(edge_list, fewer_edges_than_a_comment_says_are_an_error_and_more_are_not) {
  const std::string text = "# Nodes: 4 Edges: 2\n1 2\n3 4\n";
  EXPECT_EQ(read_text("a.txt", text).facts.declared_edges, 2U);
  EXPECT_EQ(read_text("a.txt", text + "1 4\n").edges.size(), 3U);
  expect_message(error_of("a.txt", "# x\n# Nodes: 4 Edges: 3\n1 2\n3 4\n"),
                 "a.txt:2:12: ", "3 edges are declared here but the file holds only 2");
}

TEST(edge_list, a_first_line_that_counts_vertices_and_edges_is_no_edge) {
  const read_graph graph = read_text("a.txt", "5 3\n0\t1\n0\t4\n2\t3\n");
  EXPECT_EQ(graph.edges, (read_edges{{0, 1, 0}, {0, 4, 0}, {2, 3, 0}}));
  EXPECT_EQ(graph.facts.declared_edges, 3U);
  EXPECT_EQ(graph.facts.declared_vertices, std::nullopt);
  EXPECT_NE(graph.facts.recognised.find("first line says 5 vertices and 3 edges"),
            std::string::npos);
  EXPECT_EQ(read_text("a.txt", "# c\n3 2\n1 2\n\n# c\n2 3\n").edges.size(), 2U);
  ASSERT_EQ(graph.facts.guesses.size(), 1U);
  EXPECT_TRUE(graph.facts.guesses[0].starts_with("the first line counts"));
  EXPECT_EQ(read_text("a.txt", "3 2\n1 2 9\n2 3 9\n").edges.size(), 2U);
}

TEST(edge_list, a_first_line_that_does_not_fit_as_a_count_is_an_edge) {
  EXPECT_EQ(read_text("a.txt", "0 1\n1 2\n").edges.size(), 2U);
  EXPECT_EQ(read_text("a.txt", "1 2\n2 3\n3 1\n").edges.size(), 3U) << "three ids, one vertex?";
  EXPECT_EQ(read_text("a.txt", "5 4\n2 3\n3 1\n").edges.size(), 3U) << "two edges, not four";
  EXPECT_EQ(read_text("a.txt", "7 8\n").edges.size(), 1U);
  EXPECT_EQ(read_text("a.txt", "2 1\n1 3\n").edges.size(), 2U) << "id 3 of two vertices?";
  EXPECT_EQ(read_text("a.txt", "3 2\n0 1\n1 3\n").edges.size(), 3U) << "ids 0 and 3 of three?";
  EXPECT_EQ(read_text("a.txt", "3 2\n10 20\n20 30\n").edges.size(), 3U);
  EXPECT_EQ(read_text("a.txt", "5 0\n").edges.size(), 1U);
}

TEST(edge_list, a_first_line_is_no_count_where_a_comment_says_otherwise) {
  const std::string rows = "5\t2\n5\t3\n5\t4\n";
  for (const std::string head : {"# directed=1 vertices=4 edges=3\n# source\ttarget\n",
                                 "# Nodes: 4 Edges: 3\n", "# Nodes: 4\n"}) {
    const read_graph graph = read_text("a.tsv", head + rows);
    EXPECT_EQ(graph.edges, (read_edges{{5, 2, 0}, {5, 3, 0}, {5, 4, 0}})) << head;
    EXPECT_TRUE(graph.facts.guesses.empty()) << head;
  }
  const std::string counted = "5 2\n5 3\n5 4\n";
  EXPECT_EQ(read_text("a.txt", "# Nodes: 5 Edges: 2\n" + counted).edges.size(), 2U);
  EXPECT_EQ(
      read_text("a.txt", "# Edges: 3\n" + counted, {.forced = file_format::edge_list}).edges.size(),
      3U);
}

TEST(edge_list, a_long_list_whose_ids_have_gaps_may_be_counted) {
  std::string text = "1501 1500\n";
  for (int i = 0; i < 1500; ++i) { text += fmt::format("{} {}\n", 10 * i, 10 * i + 10); }
  EXPECT_EQ(read_text("a.txt", text).edges.size(), 1500U);
  EXPECT_EQ(read_text("a.txt", "4 3\n0 10\n10 20\n20 30\n").edges.size(), 4U);
}

TEST(edge_list, the_format_can_be_forced) {
  const std::string text = "3 2\n1 2\n2 3\n";
  EXPECT_EQ(read_text("a.txt", text).edges.size(), 2U);
  EXPECT_EQ(read_text("a.txt", text, {.forced = file_format::edge_list}).edges.size(), 3U);
  expect_message(error_of("a.txt", "3 3\n1 2\n2 3\n", {.forced = file_format::counted_edge_list}),
                 "a.txt:1:1: ", "3 edges are declared here but the file holds only 2");
}

TEST(edge_list, a_long_counted_list_that_is_cut_off_is_an_error) {
  std::string text = "5000 2000\n";
  for (int i = 0; i < 1500; ++i) { text += fmt::format("{} {}\n", i, i + 1); }
  expect_message(error_of("a.txt", text), "a.txt:1:", "2000 edges', but 1500 edges follow");
  expect_message(error_of("a.txt", "4 9\n1 2 5\n"), "a.txt:1:1: ", "is the file cut off?");
}

TEST(edge_list, wrong_ids_are_told_with_line_and_column) {
  expect_message(error_of("a.el", "1 2\nx 3\n"), "a.el:2:1: ", "found 'x'");
  expect_message(error_of("a.el", "1 2\n3 4x\n"), "a.el:2:3: ", "found '4x'");
  expect_message(error_of("a.el", "1 2\n# c\n3 1.5\n"), "a.el:3:3: ", "found '1.5'");
  expect_message(error_of("a.el", "1 2\n3 -4\n"), "a.el:2:3: ", "'-4' is negative");
  expect_message(error_of("a.el", "1 2\n3\n"), "a.el:2:2: ", "a vertex id is missing");
  expect_message(error_of("a.el", "1 2\n,3\n"), "a.el:2:1: ", "a vertex id is missing");
  expect_message(error_of("a.el", "1 18446744073709551616\n"), "a.el:1:3: ", "is too large");
  expect_message(error_of("a.el", "1 18446744073709551615\n"), "a.el:1:3: ", "is too large");
  expect_message(error_of("a.el", "1 99999999999999999999999999999999999999999999999999\n"),
                 "a.el:1:3: ", "is too large");
  expect_message(error_of("a.el", "1 2 \n3 4 5\n"), "a.el:1:1: ", "2 columns");
  expect_message(error_of("a.el", "1 2 \n3 4\n5 6 7\n"),
                 "a.el:3:5: ", "end of the line but found '7'");
  expect_message(error_of("a.el", "1 2 3 4\n"), "a.el:1:1: ", "4 columns");
  expect_message(error_of("a.el", "1\n"), "a.el:1:1: ", "expected two vertex ids");
  expect_message(error_of("a.el", ";;\n"), "a.el:1:1: ", "expected a vertex id");
}

TEST(edge_list, wrong_weights_are_told_with_line_and_column) {
  expect_message(error_of("a.wel", "1 2 3\n1 2 nan\n"), "a.wel:2:5: ", "'nan' is not finite");
  expect_message(error_of("a.wel", "1 2 3\n1 2 inf\n"), "a.wel:2:5: ", "--weights none");
  expect_message(error_of("a.wel", "1 2 3\n1 2 heavy\n"), "a.wel:2:5: ", "found 'heavy'");
  expect_message(error_of("a.wel", "1 2 3\n1 2\n"), "a.wel:2:4: ", "the weight is missing");
  expect_message(error_of("a.wel", "1 2 3\n1 2 3 4\n"), "a.wel:2:7: ", "found '4'");
  for (const std::string number : {"9223372036854775808", "-9223372036854775808"}) {
    expect_message(error_of("a.wel", "1 2 " + number + "\n"),
                   "a.wel:1:5: ", "'" + number + "' is beyond 9223372036854775807");
  }
  for (const std::string number : {"1e309", "-1e309", "1e-400"}) {
    expect_message(error_of("a.wel", "1 2 0.5\n1 2 " + number + "\n"),
                   "a.wel:2:5: ", "beyond what 64-bit real numbers hold");
  }
}

TEST(edge_list, decimal_commas_are_told) {
  for (const char* const weight : {"0,5", "\"0,5\""}) {
    const std::string row = std::string("1;2;") + weight + "\n";
    expect_message(error_of("a.csv", row), "a.csv:1:5: ", "decimals are written with a point");
    expect_message(error_of("a.csv", "1;2;1\n" + row), "a.csv:2:5: ", "'0,5' has a comma");
    expect_message(error_of("a.csv", "source;target;weight\n" + row), "a.csv:2:5: ", "comma");
  }
  expect_message(error_of("a.tsv", "1\t2\t0,5\n"), "a.tsv:1:5: ", "'0,5' has a comma");
  EXPECT_EQ(read_text("a.csv", "1;2;0.5\n").edges, (read_edges{{1, 2, 0.5}}));
}

TEST(edge_list, a_fraction_after_a_megabyte_of_integers_is_told_and_not_rounded) {
  std::string text;
  while (text.size() < (1U << 20) + 100) { text += "1000000 2000000 3\n"; }
  text += "1 2 0.5\n";
  expect_message(error_of("a.wel", text), "a.wel:", "--weights real");
  EXPECT_EQ(read_text("a.wel", text, with_real_weights).edges.front(), (read_edge{1, 2, 0.5}));
}

TEST(edge_list, without_edges_is_an_error) {
  expect_message(error_of("a.el", "# nothing\n\n"), "a.el: ", "holds no edges");
  expect_message(error_of("a.csv", "source,target\n"), "a.csv:1:1: ", "holds no edges");
  expect_message(error_of("a.csv", "\nSource;Target;Weight\n\n"), "a.csv:2:1: ", "holds no edges");
}

}  // namespace
}  // namespace orujo::test
