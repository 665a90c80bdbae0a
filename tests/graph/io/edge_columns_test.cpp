// Names of columns, cells in quotes, further columns, and the dictionaries of NetworkX.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

TEST(edge_columns, names_say_where_source_target_and_weight_are) {
  const read_edges expected = {{1, 2, 7}, {3, 4, 8}};
  EXPECT_EQ(read_text("a.csv", "weight,target,source\n7,2,1\n8,4,3\n").edges, expected);
  EXPECT_EQ(read_text("a.csv", "DST;Src;Cost\n2;1;7\n4;3;8\n").edges, expected);
  EXPECT_EQ(read_text("a.tsv", "To\tFrom\tW\n2\t1\t7\n4\t3\t8\n").edges, expected);
  EXPECT_EQ(read_text("a.csv", "\"Target\",\"Source\",\"Weight\"\r\n2,1,7\r\n4,3,8\r\n").edges,
            expected);
}

TEST(edge_columns, further_columns_are_left_out_by_name_and_said) {
  const read_graph graph = read_text("a.csv", "id,source,target\n0,1,2\n1,2,3\n");
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 0}, {2, 3, 0}}));
  EXPECT_EQ(graph.facts.weights, weight_kind::none);
  EXPECT_NE(graph.facts.recognised.find("left out: 'id'"), std::string::npos);
  EXPECT_EQ(read_text("a.csv",
                      "Source,Target,Type,Id,Label,timeset,Weight\n"
                      "1,2,Directed,0,\"a, b\",,1.5\n3,4,Directed,1,,,2\n")
                .edges,
            (read_edges{{1, 2, 1.5}, {3, 4, 2}}));
  EXPECT_EQ(read_text("a.tsv", "source\ttarget\tnote\n1\t2\ttwo words\n3\t4\t\n").edges,
            (read_edges{{1, 2, 0}, {3, 4, 0}}));
}

TEST(edge_columns, a_measure_is_the_weight_where_nothing_else_is_and_that_is_said) {
  const read_graph graph = read_text("a.csv", "from,to,KM\n1,2,8.5\n2,3,9\n");
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 8.5}, {2, 3, 9}}));
  EXPECT_EQ(graph.facts.guesses,
            (std::vector<std::string>{"the column 'KM' is the weight (else say --weights none)"}));
  EXPECT_EQ(read_text("a.csv", "source,target,km,weight\n1,2,8,5\n").edges,
            (read_edges{{1, 2, 5}}));
  EXPECT_EQ(read_text("a.csv", "source,target,km,minutes\n1,2,8,5\n").edges,
            (read_edges{{1, 2, 0}}));
  EXPECT_EQ(read_text("a.csv", "from,to,km\n1,2,far\n").edges, (read_edges{{1, 2, 0}}));
}

TEST(edge_columns, numbers_that_are_not_taken_for_a_weight_are_said) {
  using said = std::vector<std::string>;
  const auto guesses = [](const char* text, const open_options& options = {}) {
    return read_text("a.csv", text, options).facts.guesses;
  };
  EXPECT_EQ(guesses("id,source,target,price,note\n1,1,2,8.5,x\n"),
            said{"no column is the weight, though 'price' holds numbers (--columns weight=price "
                 "takes it)"});
  EXPECT_EQ(guesses("source,target,Price,size,year\n1,2,8.5,7,1999\n"),
            said{"no column is the weight, though 'Price', 'size' hold numbers (--columns "
                 "weight=Price takes the first)"});
  EXPECT_EQ(guesses("source,target,note\n1,2,x\n"), said{});
  EXPECT_EQ(guesses("source,target,price,weight\n1,2,8,9\n"), said{});
  EXPECT_EQ(guesses("source,target,price\n1,2,8\n", {.weights = weight_use::ignored}), said{});
  open_options chosen;
  chosen.columns = column_choice{.source = "source", .target = "target", .weight = std::nullopt};
  EXPECT_EQ(guesses("source,target,price\n1,2,8\n", chosen), said{});
}

TEST(edge_columns, a_column_without_a_name_is_left_out) {
  EXPECT_EQ(read_text("a.csv", ",source,target,weight\n0,1,2,7\n1,3,4,8\n").edges,
            (read_edges{{1, 2, 7}, {3, 4, 8}}));
}

TEST(edge_columns, names_that_do_not_tell_are_refused) {
  expect_message(error_of("a.csv", "a,b,c\n0,1,2\n"), "a.csv:1:1: ", "do not say which are source");
  expect_message(error_of("a.csv", "id,source\n0,1\n"), "a.csv:1:1: ", "do not say which are");
  expect_message(error_of("a.csv", "source,from,target\n0,1,2\n"),
                 "a.csv:1:1: ", "can both be the source");
  expect_message(error_of("a.txt", "\"from\" \"to\"\n\"1\" \"a\" \"b\"\n"),
                 "a.txt:2:1: ", "row.names = FALSE");
  expect_message(error_of("a.csv", "1,2,3,4\n1,2,3,4\n"), "a.csv:1:1: ", "4 columns without names");
  expect_message(error_of("a.csv", "source,target\n0,1,2\n"),
                 "a.csv:2:1: ", "the line of names above has 2");
}

TEST(edge_columns, names_of_two_columns_that_do_not_tell_are_taken_in_order_and_said) {
  const read_graph graph = read_text("a.csv", "a,b\n1,2\n");
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 0}}));
  EXPECT_EQ(graph.facts.guesses,
            (std::vector<std::string>{"the columns 'a' and 'b' are source and target"}));
}

TEST(edge_columns, cells_may_stand_in_quotes) {
  EXPECT_EQ(read_text("a.csv", "\"1\",\"2\"\n\"3\",\"4\"\n").edges,
            (read_edges{{1, 2, 0}, {3, 4, 0}}));
  EXPECT_EQ(read_text("a.csv",
                      "\xef\xbb\xbf\"source\",\"target\",\"note\"\r\n\r\n"
                      "\"1\",\"2\",\"say \"\"hi\"\", you\"\r\n3,4,\"\"\r\n")
                .edges,
            (read_edges{{1, 2, 0}, {3, 4, 0}}));
  expect_message(error_of("a.csv", "source,target,note\n1,2,\"x\n"), "a.csv:2:5: ", "has no end");
  expect_message(error_of("a.csv", "source,note,target\n1,x,2\n3,y,\"z\"\n"), "a.csv:3:5: ", "'z'");
}

TEST(edge_columns, a_quote_within_a_cell_hides_no_separator) {
  const sample_file file("a.csv", "Monitor 19\",Cable\nMonitor 24\",Desk\nTV 55\",Cable\n");
  const auto input = open_graph_file(file.path(), {});
  EXPECT_EQ(drain(*input).size(), 3U);
  ASSERT_NE(input->names(), nullptr);
  EXPECT_EQ(input->names()->size(), 5U);
  EXPECT_EQ(read_text("a.csv", "source, target, note\n1, 2, \"a;b\"\n").edges,
            (read_edges{{1, 2, 0}}));
  EXPECT_EQ(error_of("a.el", "alice \"Smith, John\"\n\"a;b\" carol\n"), "");
}

TEST(edge_columns, lines_with_too_few_or_too_many_columns_are_told) {
  const std::string head = "source,note,target\n1,x,2\n";
  expect_message(error_of("a.csv", head + "3,y\n"), "a.csv:3:4: ", "a vertex id is missing");
  expect_message(error_of("a.csv", head + "3,y,\n"), "a.csv:3:5: ", "a vertex id is missing");
  expect_message(error_of("a.csv", head + "3,y,4,5\n"), "a.csv:3:1: ", "has 4 columns");
}

TEST(edge_columns, dictionaries_of_networkx_hold_weights_or_nothing) {
  EXPECT_EQ(read_text("a.el", "1 2 {}\n3 4 {}\n").edges, (read_edges{{1, 2, 0}, {3, 4, 0}}));
  EXPECT_EQ(read_text("a.el", "1 2 {'weight': 3}\n3 4 {'c': 'a}, b', 'weight': 5}\n").edges,
            (read_edges{{1, 2, 3}, {3, 4, 5}}));
  EXPECT_EQ(read_text("a.el", "1 2 {'weight': 0.5, 'l': [1, 2]}\n3 4 {'weight': 1e-3}\n").edges,
            (read_edges{{1, 2, 0.5}, {3, 4, 1e-3}}));
  EXPECT_EQ(read_text("a.el", "1,2,{'weight': 3}\n").edges, (read_edges{{1, 2, 3}}));
  expect_message(error_of("a.el", "1 2 {'weight': 3}\n3 4 {}\n"), "a.el:2:", "missing here");
  expect_message(error_of("a.el", "1 2 {'weight': 3\n"), "a.el:1:", "'}' is missing");
}

/// Options that read these columns.
open_options columns(std::optional<std::string> source, std::optional<std::string> target,
                     std::optional<std::string> weight = std::nullopt) {
  open_options options;
  options.columns = {std::move(source), std::move(target), std::move(weight)};
  return options;
}

TEST(chosen_columns, are_named_or_numbered) {
  const std::string named = "id,A,b,Cost\nx,1,2,7\ny,3,4,8\n";
  const read_edges weighted = {{1, 2, 7}, {3, 4, 8}};
  EXPECT_EQ(read_text("a.csv", named, columns("a", "B", "cost")).edges, weighted);
  EXPECT_EQ(read_text("a.csv", named, columns("2", "3", "4")).edges, weighted);
  EXPECT_EQ(read_text("a.csv", named, columns("A", "3", "cost")).edges, weighted);
  EXPECT_EQ(read_text("a.csv", named, columns("b", "a")).edges, (read_edges{{2, 1, 0}, {4, 3, 0}}));
  EXPECT_EQ(read_text("a.tsv", "x y\t1\t2\t7\n\t3\t4\t8\n", columns("2", "3", "4")).edges,
            weighted);
  EXPECT_EQ(read_text("a.el", "0 1 9 2\n0 3 9 4\n", columns("2", "4")).edges,
            (read_edges{{1, 2, 0}, {3, 4, 0}}));
}

TEST(chosen_columns, without_names_are_numbers_whatever_the_first_cells_hold) {
  EXPECT_EQ(read_text("a.csv", "3,1,2\n4,5,6\n", columns("1", "2", "3")).edges,
            (read_edges{{3, 1, 2}, {4, 5, 6}}));
}

TEST(chosen_columns, may_be_the_weight_alone) {
  EXPECT_EQ(
      read_text("a.csv", "source,target,weight,toll\n1,2,3,4\n", columns({}, {}, "toll")).edges,
      (read_edges{{1, 2, 4}}));
  EXPECT_EQ(read_text("a.csv", "1,2,3,4\n", columns({}, {}, "4")).edges, (read_edges{{1, 2, 4}}));
  EXPECT_EQ(read_text("a.el", "1 2 {'a': 3, 'b': 4}\n", columns({}, {}, "b")).edges,
            (read_edges{{1, 2, 4}}));
}

TEST(chosen_columns, leave_nothing_to_guess) {
  const read_graph graph = read_text("a.csv", "1,2,3\n", columns("1", "2", "3"));
  EXPECT_TRUE(graph.facts.guesses.empty());
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 3}}));
  EXPECT_EQ(read_text("a.txt", "3 2\n1 2\n2 3\n", columns("1", "2")).edges.size(), 3U);
  const read_graph without = read_text("a.csv", "1,2,3\n", columns("1", "2"));
  EXPECT_EQ(without.facts.weights, weight_kind::none);
  EXPECT_NE(without.facts.recognised.find("left out: 3"), std::string::npos);
}

TEST(chosen_columns, of_a_header_with_numbers_in_it_are_names) {
  EXPECT_EQ(read_text("a.csv", "one,two,2010\n1,2,3\n", columns("one", "two", "2010")).edges,
            (read_edges{{1, 2, 3}}));
}

TEST(chosen_columns, of_lines_with_dictionaries_come_before_them) {
  const std::string text = "1 2 {'weight': 3}\n3 4 {'weight': 5}\n";
  EXPECT_EQ(read_text("a.el", text, columns("2", "1")).edges, (read_edges{{2, 1, 0}, {4, 3, 0}}));
  EXPECT_EQ(read_text("a.el", text, columns("2", "1", "weight")).edges,
            (read_edges{{2, 1, 3}, {4, 3, 5}}));
  expect_message(error_of("a.el", text, columns({}, {}, "toll")),
                 "a.el:1:1: ", "no dictionary has an entry 'toll'");
}

TEST(chosen_columns, that_do_not_exist_are_told) {
  const std::string text = "a,b,b\n1,2,3\n";
  expect_message(error_of("a.csv", text, columns("a", "c")),
                 "a.csv:1:1: ", "no column is called 'c'; there are 3 columns: 'a', 'b', 'b'");
  expect_message(error_of("a.csv", text, columns("1", "4")),
                 "a.csv:1:1: ", "no column is called '4'");
  expect_message(error_of("a.csv", text, columns("0", "1")),
                 "a.csv:1:1: ", "no column is called '0'");
  expect_message(error_of("a.csv", text, columns("a", "b")),
                 "a.csv:1:1: ", "2 columns are called 'b'");
  expect_message(error_of("a.csv", text, columns("a", "1")), "a.csv:1:1: ", "asked for twice");
  expect_message(error_of("a.csv", text, columns("a", "2", "2")), "a.csv:1:1: ", "asked for twice");
}

TEST(chosen_columns, hold_numbers_in_every_line) {
  const open_options how = columns("u", "v", "w");
  const std::string head = "note,u,v,w\na,1,2,3\n";
  expect_message(error_of("a.csv", head + "b,1,2,x\n", how), "a.csv:3:7: ", "'x'");
  expect_message(error_of("a.csv", head + "b,1,2,\n", how), "a.csv:3:7: ", "the weight is missing");
  expect_message(error_of("a.csv", head + "b,1,2\n", how), "a.csv:3:6: ", "the weight is missing");
  expect_message(error_of("a.csv", head + "b,c,2,4\n", how), "a.csv:3:3: ", "'c'");
}

TEST(chosen_columns, are_only_of_edge_lists) {
  const std::string text = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
  expect_message(error_of("a.mtx", text, columns("1", "2")),
                 "a.mtx: ", "--columns is for edge lists, and this is taken for matrix-market");
}

}  // namespace
}  // namespace orujo::test
