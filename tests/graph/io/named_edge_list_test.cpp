// Edge lists whose vertices have names, what is guessed of them, and what is refused.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

using named_edges = std::vector<std::tuple<std::string, std::string, double>>;

struct named_list {
  input_facts facts;
  named_edges edges;
};

named_list read_names(std::string_view file_name, std::string_view content,
                      const open_options& options = {}) {
  const sample_file file(file_name, content);
  const auto input = open_graph_file(file.path(), {}, options);
  const std::vector<read_edge> numbers = drain(*input);
  input->check_complete(numbers.size());
  named_list list{input->facts(), {}};
  const auto table = input->names();
  EXPECT_NE(table, nullptr);
  if (!table) { return list; }
  std::map<std::uint64_t, std::string> names;
  for (std::size_t shard = 0; shard < name_table::num_shards; ++shard) {
    table->visit(shard, [&](std::string_view name, std::uint64_t number) { names[number] = name; });
  }
  for (const auto& [u, v, w] : numbers) { list.edges.emplace_back(names.at(u), names.at(v), w); }
  std::sort(list.edges.begin(), list.edges.end());
  return list;
}

bool is_said(const input_facts& facts, std::string_view part) {
  return std::any_of(facts.guesses.begin(), facts.guesses.end(),
                     [&](const std::string& guess) { return guess.find(part) != guess.npos; });
}

open_options as_names() {
  open_options options;
  options.ids = id_use::names;
  return options;
}

open_options as_numbers() {
  open_options options;
  options.ids = id_use::numbers;
  return options;
}

TEST(named_edge_list, words_are_names_and_the_guess_is_said) {
  for (const char* text :
       {"alice,bob\nbob,carol\n", "alice bob\nbob carol\n", "alice\tbob\nbob\tcarol\n",
        "alice;bob\nbob;carol\n", "# a comment\n\"alice\" bob\n\nbob carol"}) {
    const named_list list = read_names("a.txt", text);
    EXPECT_EQ(list.edges, (named_edges{{"alice", "bob", 0}, {"bob", "carol", 0}})) << text;
    EXPECT_TRUE(is_said(list.facts, "vertices have names")) << text;
    EXPECT_TRUE(is_said(list.facts, "the first line is an edge, and does not")) << text;
  }
}

TEST(named_edge_list, a_first_line_whose_words_come_again_is_an_edge) {
  const named_edges edges = {{"1", "X", 0}, {"2", "X", 0}, {"X", "Y", 0}};
  for (const char* text : {"X,Y\n1,X\n2,X\n", "X\tY\n1\tX\n2\tX\n"}) {
    EXPECT_EQ(read_names("a.csv", text).edges, edges) << text;
  }
  EXPECT_EQ(read_names("a.csv", "X,X\n1,a\n").edges, (named_edges{{"1", "a", 0}, {"X", "X", 0}}));
  EXPECT_EQ(read_text("a.csv", "id,id\n1,2\n2,3\n").edges.size(), 2U);  // as databases write
  // Names of columns that are known stay names, and so do others that are no vertices.
  EXPECT_EQ(read_names("a.csv", "source,target\n1,source\n").edges,
            (named_edges{{"1", "source", 0}}));
  EXPECT_TRUE(is_said(read_names("a.csv", "ship,port\n1,Oslo\n").facts, "'ship' and 'port'"));
}

TEST(named_edge_list, weights_and_further_columns_go_with_names) {
  EXPECT_EQ(read_names("a.csv", "alice,bob,3\nbob,carol,4\n").edges,
            (named_edges{{"alice", "bob", 3}, {"bob", "carol", 4}}));
  EXPECT_EQ(read_names("a.csv", "Source,Target,Type,Weight\nGO:1,GO:2,is a,0.5\n").edges,
            (named_edges{{"GO:1", "GO:2", 0.5}}));
  EXPECT_EQ(read_names("a.el", "a b {'weight': 2}\nb c {'weight': 5}\n").edges,
            (named_edges{{"a", "b", 2}, {"b", "c", 5}}));
}

TEST(named_edge_list, cells_keep_what_stands_in_them) {
  const named_list list = read_names(
      "a.csv", "source,target\n\"Smith, John\",\"say \"\"x\"\"\"\nNew York,  Los Angeles  \n");
  EXPECT_EQ(list.edges,
            (named_edges{{"New York", "Los Angeles", 0}, {"Smith, John", "say \"x\"", 0}}));
}

TEST(named_edge_list, numbers_become_names_only_if_asked_for) {
  EXPECT_EQ(read_names("a.el", "7 07\n7 +7\n", as_names()).edges,
            (named_edges{{"7", "+7", 0}, {"7", "07", 0}}));
  EXPECT_EQ(read_names("a.el", "2 1\n1 3\n", as_names()).edges,
            (named_edges{{"1", "3", 0}, {"2", "1", 0}}))
      << "the first line counts nothing";
  expect_message(error_of("a.el", "1 2\n2 3\n3 x\n"), "a.el:3:3: ", "say --ids names");
  expect_message(error_of("a.el", "a b\nb c\n", as_numbers()), "a.el:1:1: ", "say --ids names");
  expect_message(error_of("a.el", "x 2\n2 3\n3 4\n4 5\n"), "a.el:1:1: ", "say --ids names");
  expect_message(error_of("a.el", "-1 -2\n-2 -3\n"), "a.el:1:1: ", "is negative");
}

TEST(named_edge_list, a_first_line_whose_names_do_not_come_again_may_name_the_columns) {
  const std::string advice = "say --columns source=ship,target=cargo";
  for (const char* text : {"ship,cargo\nana,tea\neva,tea\n", "ship\tcargo\nana\ttea\n"}) {
    const named_list list = read_names("a.csv", text);
    EXPECT_EQ(list.edges.size(), text[4] == ',' ? 3U : 2U);
    EXPECT_TRUE(is_said(list.facts, advice)) << text;
  }
  const std::string long_word(50'000, 'x');
  for (const std::string& text :
       {std::string("ship cargo\nana tea\n"), std::string("ship,cargo\nana,ship\n"),
        std::string("ship,cargo\ncargo,ana\n"), std::string("ship,cargo\n"),
        std::string("ship,ship\nana,tea\n"), std::string("\"a,b\",cargo\nana,tea\n"),
        std::string("New York,cargo\nana,tea\n"), "ship," + long_word + "\nana,tea\n"}) {
    const named_list list = read_names("a.csv", text);
    EXPECT_FALSE(is_said(list.facts, "--columns")) << text.substr(0, 40);
    EXPECT_TRUE(is_said(list.facts, "the first line is an edge")) << text.substr(0, 40);
  }
  open_options chosen;
  chosen.columns = column_choice{.source = "ship", .target = "cargo", .weight = std::nullopt};
  EXPECT_EQ(read_names("a.csv", "ship,cargo\nana,tea\n", chosen).edges,
            (named_edges{{"ana", "tea", 0}}));
  chosen.columns = column_choice{.source = "1", .target = "2", .weight = std::nullopt};
  EXPECT_FALSE(is_said(read_names("a.csv", "ship,cargo\nana,tea\n", chosen).facts, "--columns"));
  EXPECT_FALSE(
      is_said(read_names("a.csv", "ship,cargo\nana,tea\n", as_names()).facts, "--columns"));
}

TEST(named_edge_list, a_first_line_that_counts_is_seen) {
  const named_list list = read_names("a.txt", "3 2\na b\nb c\n");
  EXPECT_EQ(list.edges, (named_edges{{"a", "b", 0}, {"b", "c", 0}}));
  EXPECT_TRUE(is_said(list.facts, "the first line counts"));
}

TEST(named_edge_list, names_of_columns_are_no_edge) {
  const named_list list = read_names("a.csv", "from,to\nalice,bob\n");
  EXPECT_EQ(list.edges, (named_edges{{"alice", "bob", 0}}));
  EXPECT_FALSE(is_said(list.facts, "the first line is an edge"));
  open_options chosen;
  chosen.columns = column_choice{.source = "2", .target = "3", .weight = std::nullopt};
  EXPECT_EQ(read_names("a.csv", "id,one,two\n0,x,y\n", chosen).edges, (named_edges{{"x", "y", 0}}));
  EXPECT_EQ(read_names("a.csv", "knows,x,y\nlikes,y,z\n", chosen).edges,
            (named_edges{{"x", "y", 0}, {"y", "z", 0}}));
}

TEST(named_edge_list, lines_of_comments_are_left_out_and_said) {
  const named_list list = read_names("a.csv", "a,b\n#tag,c\n/usr/bin,d\n\"#tag\",e\n");
  EXPECT_EQ(list.edges, (named_edges{{"#tag", "e", 0}, {"/usr/bin", "d", 0}, {"a", "b", 0}}));
  EXPECT_TRUE(is_said(list.facts, "begin with # or % are comments"));
  EXPECT_EQ(read_names("a.csv", "/usr,/bin\n", as_names()).edges,
            (named_edges{{"/usr", "/bin", 0}}));
  expect_message(error_of("a.csv", "/usr,/bin\n"), "a.csv: ", "--ids names");
}

TEST(named_edge_list, paths_are_names_from_the_first_line_on) {
  const named_list list =
      read_names("a.csv", "/home,/login\n/login,/x\nindex,/home\n/x,index\nfoo,bar\n");
  EXPECT_EQ(list.edges, (named_edges{{"/home", "/login", 0},
                                     {"/login", "/x", 0},
                                     {"/x", "index", 0},
                                     {"foo", "bar", 0},
                                     {"index", "/home", 0}}));
  EXPECT_EQ(read_names("a.el", "# ids=names\n/a 1\nc 2\n").edges,
            (named_edges{{"/a", "1", 0}, {"c", "2", 0}}));
  EXPECT_EQ(read_names("a.csv", "/a,b,1\nc,d,2\n/e,f,0.5\n").edges,
            (named_edges{{"/a", "b", 1}, {"/e", "f", 0.5}, {"c", "d", 2}}));
  EXPECT_EQ(read_names("a.csv", "source,target\n/a,b\nc,d\n").edges,
            (named_edges{{"/a", "b", 0}, {"c", "d", 0}}));
}

TEST(named_edge_list, late_rows_that_begin_as_comments_are_refused_where_nothing_told_of_them) {
  std::string rows;
  while (rows.size() < 70'000) { rows += "alice,bob\n"; }
  const std::string place = "a.csv:" + std::to_string(rows.size() / 10 + 1) + ":1: ";
  for (const char* const row : {"#tag,user\n", " %tag,user\n", "# tag,user\n"}) {
    expect_message(error_of("a.csv", rows + row), place.substr(0, place.rfind(":1")),
                   "put the name in quotes");
  }
  for (const char* const row : {"# the end\n", "#\n", "% a, b, c\n", "\"#tag\",user\n"}) {
    EXPECT_EQ(error_of("a.csv", rows + row), "") << row;
  }
  EXPECT_TRUE(is_said(read_names("a.csv", "a,b\n# c\n" + rows + "#tag,user\n").facts,
                      "begin with # or % are comments"));
  std::string words;
  while (words.size() < 70'000) { words += "alice bob\n"; }
  EXPECT_EQ(error_of("a.el", words + "# end\n"), "");
  expect_message(error_of("a.el", words + "#tag user\n"), "a.el:7001:1: ", "in quotes");
}

TEST(named_edge_list, what_is_no_edge_is_refused) {
  expect_message(error_of("a.csv", "alice,bob\nbob\n"), "a.csv:2:4: ", "a vertex id is missing");
  expect_message(error_of("a.csv", "alice,bob\n,bob\n"), "a.csv:2:1: ", "without a name");
  expect_message(error_of("a.csv", "alice,bob\na,b,c\n"), "a.csv:2:1: ", "has 3 columns");
  expect_message(error_of("a.csv", "alice,knows,bob\nbob,knows,eve\n"), "a.csv:1:1: ", "--columns");
  expect_message(error_of("a.nt", "alice 5 bob\n"), "a.nt:1:1: ", "the third is no weight");
  expect_message(error_of("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
                          as_names()),
                 "a.mtx: ", "--ids names is for edge lists");
}

TEST(named_edge_list, a_comment_says_that_ids_are_names) {
  const named_list list =
      read_names("a.csv", "# directed=1 vertices=2 edges=1 ids=names\nsource,target\n07,7\n");
  EXPECT_EQ(list.edges, (named_edges{{"07", "7", 0}}));
  EXPECT_FALSE(is_said(list.facts, "vertices have names"));
}

}  // namespace
}  // namespace orujo::test
