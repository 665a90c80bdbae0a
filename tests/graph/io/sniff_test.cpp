// What a file is taken for, and what is said about files that are none of ours.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

using namespace std::string_literals;

file_format format_of(std::string_view name, std::string_view content) {
  const sample_file file(name, content);
  return sniff_graph_file(file.path()).format;
}

std::string error_at(const std::string& path) {
  try {
    static_cast<void>(open_graph_file(path, {}));
  } catch (const input_error& problem) { return problem.what(); }
  return "";
}

TEST(sniffing, the_content_decides_and_not_the_suffix) {
  EXPECT_EQ(format_of("a.gr", "1 2\n3 4\n"), file_format::edge_list);
  EXPECT_EQ(format_of("a.el", "p sp 2 1\na 1 2 3\n"), file_format::dimacs_paths);
  EXPECT_EQ(format_of("a.el", "c x\np tw 2 1\n1 2\n"), file_format::pace);
  EXPECT_EQ(format_of("a.gr", "c x\np edge 2 1\ne 1 2\n"), file_format::dimacs_colouring);
  EXPECT_EQ(format_of("a.txt", "a 0 1 2\n"), file_format::dimacs_arcs);
  EXPECT_EQ(format_of("a.el", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n"),
            file_format::matrix_market);
  EXPECT_EQ(format_of("a.graph", "0 1\n0 2\n0 3\n1 3\n"), file_format::edge_list);
  EXPECT_EQ(format_of("a.graph", "2 1\n2\n1\n"), file_format::metis);
  EXPECT_EQ(format_of("a.txt", "4 3\n2 3 4\n1\n1\n1\n"), file_format::metis);
  EXPECT_EQ(format_of("a", "ORJ1\0\0\0\0"s), file_format::native);
  EXPECT_EQ(format_of("a.txt", "\n<!-- <gexf> --><?x y?><graphml/>"), file_format::graphml);
  EXPECT_EQ(format_of("a.xml", "<?xml version='1.0'?><!DOCTYPE x><g:gexf version='1'>"),
            file_format::gexf);
  EXPECT_EQ(format_of("a.el", "# x [\nCreator \"graph [\"\nGraph\n[\n]"), file_format::gml);
  EXPECT_EQ(format_of("a.el", "% x\n\n*vertices 2\n1 2\n"), file_format::pajek);
  EXPECT_EQ(format_of("a.gml", "graph graph\n[ [\n"), file_format::edge_list);
  EXPECT_EQ(format_of("a.csv", "PAR1"), file_format::parquet);
  EXPECT_EQ(format_of("a", "ARROW1\0\0"s), file_format::arrow);
  EXPECT_EQ(format_of("a", "\xff\xff\xff\xff\x10\0\0\0"s), file_format::arrow);
}

TEST(sniffing, a_comment_on_names_makes_an_edge_list_of_any_text) {
  for (const std::string row : {"p q", "a 1", "<a> b", "*Vertices 2", "graph [", "1 2 3\n1"}) {
    EXPECT_EQ(format_of("a.el", "# ids=names\n" + row + "\n"), file_format::edge_list) << row;
    EXPECT_EQ(format_of("a.txt", "# x\n# directed=1 ids=names\n" + row + "\n"),
              file_format::edge_list)
        << row;
  }
  EXPECT_EQ(format_of("a.gml", "# x\ngraph [\n# ids=names\n]"), file_format::gml);
}

TEST(sniffing, names_of_formats_can_be_read_back) {
  for (const file_format format :
       {file_format::edge_list, file_format::pace, file_format::native, file_format::graphml,
        file_format::pajek, file_format::parquet, file_format::arrow}) {
    EXPECT_EQ(format_named(name_of(format)), format);
  }
  EXPECT_EQ(format_named("excel"), std::nullopt);
}

TEST(sniffing, files_that_cannot_be_read_are_told) {
  EXPECT_EQ(error_at("/no/such/file.el"), "/no/such/file.el: no such file");
  try {
    static_cast<void>(sniff_graph_file("kron20"));
    FAIL() << "there is no such file";
  } catch (const input_error& problem) {
    expect_message(problem.what(), "kron20: ", "a generator is written like kron:20");
  }
  expect_message(error_at("/tmp"), "/tmp: ", "is a directory");
  expect_message(error_at("/dev/null"), "/dev/null: ", "not a regular file");
  expect_message(error_of("empty.el", ""), "empty.el: ", "is empty");
}

/// Gives up root's right to read everything for the time of one test.
class without_privileges {
public:
  without_privileges() : user_(::geteuid()) {
    constexpr uid_t nobody = 65534;
    if (user_ == 0) { EXPECT_EQ(::seteuid(nobody), 0); }
  }
  without_privileges(const without_privileges&) = delete;
  without_privileges& operator=(const without_privileges&) = delete;
  ~without_privileges() { EXPECT_EQ(::seteuid(user_), 0); }

private:
  uid_t user_;
};

TEST(sniffing, a_file_without_permission_is_told) {
  const sample_file file("a.el", "1 2\n");
  std::filesystem::permissions(file.path(), std::filesystem::perms::none);
  const without_privileges now;
  expect_message(error_at(file.path()), file.path(), "permission to read it is denied");
}

TEST(sniffing, other_kinds_of_files_are_named) {
  expect_message(error_of("a.parquet", "PAR1xxxx"), "a.parquet: ", "Parquet");
  expect_message(error_of("a.zip", "PK\x03\x04xxxx"), "a.zip: ", "zip archive");
  expect_message(error_of("a.bz2", "BZh91AY&SY"), "a.bz2:", "the bzip2 data ends too early");
  expect_message(error_of("a.el", "<!DOCTYPE html>\n"), "a.el: ", "HTML");
  expect_message(error_of("a.nt", "<http://a> <http://b> <http://c> .\n"), "a.nt: ", "N-Triples");
  expect_message(error_of("a.el",
                          "\xff\xfe"
                          "1\0 \0"s),
                 "a.el: ", "UTF-16");
  expect_message(error_of("a.el",
                          "\x7f"
                          "ELF\x02\x01\x01\0\0\0"s),
                 "a.el: ", "binary");
  expect_message(error_of("a.el", "1 2\n3 4\n\0\0\0\0"s), "a.el: ", "binary");
  expect_message(error_of("a.orj", "ORJ1xxxx"), "a.orj: ", "Orujo graph");
}

TEST(sniffing, lines_that_end_in_a_carriage_return_alone_are_named) {
  for (const char* const text :
       {"*Vertices 2\r1 \"a\"\r2 \"b\"\r*Edges\r1 2\r",
        "%%MatrixMarket matrix coordinate pattern general\r2 2 1\r1 2\r"}) {
    expect_message(error_of("a.net", text), "a.net: ", "a carriage return alone");
  }
  for (const char* const text : {"a,b,3\rb,c,4\rc,a,5\r", "source,target\r1,2", "# x\r1 2\r2 3\r",
                                 "3 2\r2\r1 3\r2\r", "p sp 2 1\ra 1 2 3\r"}) {
    expect_message(error_of("a.csv", text), "a.csv: ", "a carriage return alone; tr '\\r' '\\n'");
  }
  EXPECT_EQ(read_text("a.el", "1 2\r").edges.size(), 1U);
}

TEST(sniffing, graphs_of_graphviz_are_named) {
  for (const char* const text :
       {"digraph G {\n  a -> b;\n}\n", "// made by hand\nstrict graph {\n", "graph { 1 -- 2 }\n",
        "digraph{a->b}", "DiGraph \"of people\"\n{ rankdir=LR;\n", "# gvpr\ngraph x { // y\n"}) {
    expect_message(error_of("a.dot", text), "a.dot: ", "is DOT of Graphviz; write it as GML");
  }
  EXPECT_TRUE(read_text("a.el", "graph x\n").facts.recognised.starts_with("edge list"));
  EXPECT_TRUE(read_text("a.el", "graph x {'weight': 3}\n").facts.recognised.starts_with("edge"));
}

TEST(sniffing, lists_of_neighbours_of_lgl_are_refused) {
  expect_message(error_of("a.lgl", "# 0\n1 7\n2 8\n# 1\n2 9\n"),
                 "a.lgl: ", "is LGL; write it as NCOL");
}

TEST(sniffing, text_that_is_no_graph_is_told) {
  expect_message(error_of("a.txt", "It was the best of times,\nit was the worst\n"),
                 "a.txt:1:26: ", "a vertex without a name");
}

TEST(sniffing, the_facts_name_the_file_and_what_it_was_taken_for) {
  const input_facts facts = read_text("a.wel", "1 2 3\n").facts;
  EXPECT_EQ(facts.name, "a.wel");
  EXPECT_EQ(facts.recognised, "edge list, 3 columns, integer weights");
  EXPECT_EQ(facts.guesses, std::vector<std::string>{"the third column is the weight"});
}

}  // namespace
}  // namespace orujo::test
