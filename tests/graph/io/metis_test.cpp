// METIS graphs: the line is the vertex.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

//  1 - 2    4 (alone)
//   \ /
//    3 - 5
const std::string triangle_with_tail = "5 4\n2 3\n1 3\n1 2 5\n\n3\n";
const read_edges its_edges = {{1, 2, 0}, {1, 3, 0}, {2, 1, 0}, {2, 3, 0},
                              {3, 1, 0}, {3, 2, 0}, {3, 5, 0}, {5, 3, 0}};

TEST(metis, lines_are_vertices_and_empty_ones_are_isolated) {
  const read_graph graph = read_text("a.graph", triangle_with_tail);
  EXPECT_EQ(graph.edges, its_edges);
  EXPECT_EQ(graph.facts.directed, false);
  EXPECT_TRUE(graph.facts.both_directions_listed);
  EXPECT_EQ(graph.facts.declared_vertices, 5U);
  EXPECT_EQ(graph.facts.declared_edges, 8U);
}

TEST(metis, is_recognised_without_its_suffix) {
  EXPECT_EQ(read_text("a.txt", "5 5\n2 3 4 5\n1\n1 5\n1\n1 3\n").edges.size(), 10U);
}

TEST(metis, comments_do_not_count_as_lines) {
  EXPECT_EQ(read_text("a.graph", "% 9 9\n5 4\n% c\n2 3\n1 3\n% c\n1 2 5\n\n%\n3\n").edges,
            its_edges);
}

TEST(metis, empty_lines_at_the_end_may_be_missing) {
  EXPECT_EQ(read_text("a.graph", "4 1\n2\n1\n").edges, (read_edges{{1, 2, 0}, {2, 1, 0}}));
}

TEST(metis, edge_weights_follow_the_neighbours) {
  const read_graph graph = read_text("a.graph", "3 2 1\n2 7 3 8\n1 7\n1 8\n");
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 7}, {1, 3, 8}, {2, 1, 7}, {3, 1, 8}}));
  EXPECT_EQ(graph.facts.weights, weight_kind::integer);
  EXPECT_EQ(read_text("a.graph", "3 2 001\n2 7 3 8\n1 7\n1 8\n", without_weights).edges,
            (read_edges{{1, 2, 0}, {1, 3, 0}, {2, 1, 0}, {3, 1, 0}}));
}

TEST(metis, vertex_sizes_and_weights_are_skipped) {
  const read_edges expected = {{1, 2, 0}, {2, 1, 0}, {2, 3, 0}, {3, 2, 0}};
  EXPECT_EQ(read_text("a.graph", "3 2 10\n9 2\n9 1 3\n9 2\n").edges, expected);
  EXPECT_EQ(read_text("a.graph", "3 2 10 2\n9 8 2\n9 8 1 3\n9 8 2\n").edges, expected);
  EXPECT_EQ(read_text("a.graph", "3 2 100\n9 2\n9 1 3\n9 2\n").edges, expected);
  EXPECT_EQ(read_text("a.graph", "3 2 110 2\n9 8 7 2\n9 8 7 1 3\n9 8 7 2\n").edges, expected);
  EXPECT_EQ(read_text("a.graph", "3 2 111\n9 8 2 5\n9 8 1 5 3 6\n9 8 2 6\n").edges,
            (read_edges{{1, 2, 5}, {2, 1, 5}, {2, 3, 6}, {3, 2, 6}}));
}

TEST(metis, format_100_may_also_mean_that_there_is_nothing_to_skip) {
  EXPECT_EQ(read_text("a.graph", "3 2 100\n2\n1 3\n2\n").edges,
            (read_edges{{1, 2, 0}, {2, 1, 0}, {2, 3, 0}, {3, 2, 0}}));
}

TEST(metis, format_100_without_sizes_is_read_at_both_ends_where_one_of_both_ways_is_to_be_chosen) {
  const read_graph cycle = read_text("a.graph", "4 4 100\n2 4\n1 3\n2 4\n1 3\n");
  EXPECT_EQ(
      cycle.edges,
      (read_edges{
          {1, 2, 0}, {1, 4, 0}, {2, 1, 0}, {2, 3, 0}, {3, 2, 0}, {3, 4, 0}, {4, 1, 0}, {4, 3, 0}}));
  EXPECT_EQ(cycle.facts.directed, false);
  EXPECT_TRUE(cycle.facts.both_directions_listed);
}

TEST(metis, edges_that_are_listed_once_make_a_directed_graph) {
  const read_graph graph = read_text("a.graph", "3 2\n2 3\n\n\n");
  EXPECT_EQ(graph.edges, (read_edges{{1, 2, 0}, {1, 3, 0}}));
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_FALSE(graph.facts.both_directions_listed);
}

TEST(metis, line_numbers_are_right_in_every_part_and_block) {
  // A ring of 30,000 vertices: 350 KiB, so several blocks in each of three parts.
  constexpr int vertices = 30000;
  std::string text = fmt::format("{0} {0}\n", vertices);
  read_edges expected;
  for (int v = 1; v <= vertices; ++v) {
    const int before = v == 1 ? vertices : v - 1;
    const int after = v == vertices ? 1 : v + 1;
    if (v % 100 == 7) { text += "% a comment\n"; }
    text += fmt::format("{} {}\n", before, after);
    expected.emplace_back(v, before, 0);
    expected.emplace_back(v, after, 0);
  }
  std::sort(expected.begin(), expected.end());
  const sample_file file("ring.graph", text);
  for (const int parts : {1, 3}) {
    for (const int workers : {1, 3}) {
      const read_plan plan = {{.block_bytes = 5000}, parts, workers};
      EXPECT_EQ(read_whole(file.path(), plan).edges, expected) << parts << " " << workers;
    }
  }
}

TEST(metis, one_very_long_line_is_one_vertex) {
  std::string text = "30001 30000\n";
  for (int v = 2; v <= 30001; ++v) { text += fmt::format("{} ", v); }
  for (int v = 2; v <= 30001; ++v) { text += "\n1"; }
  const sample_file file("star.graph", text);
  const read_graph graph = read_whole(file.path(), {{.block_bytes = 1000}, 2, 2});
  EXPECT_EQ(graph.edges.size(), 60000U);
  EXPECT_EQ(graph.edges.front(), (read_edge{1, 2, 0}));
  EXPECT_EQ(graph.edges.back(), (read_edge{30001, 1, 0}));
}

TEST(metis, wrong_files_are_told) {
  expect_message(error_of("a.graph", "3 2 2\n2\n1 3\n2\n"), "a.graph:1:1: ", "out of range");
  expect_message(error_of("a.graph", "% c\n3 9\n2\n1 3\n2\n"),
                 "a.graph:2:1: ", "9 edges are declared, so 18 neighbours have to follow");
  expect_message(error_of("a.graph", "3 2\n2\n1 4\n2\n"), "a.graph:3:3: ", "above 3");
  expect_message(error_of("a.graph", "3 2\n2\n1 0\n2\n"), "a.graph:3:3: ", "ids begin at 1");
  expect_message(error_of("a.graph", "3 2\n2\n1 x\n2\n"), "a.graph:3:3: ", "found 'x'");
  expect_message(error_of("a.graph", "2 2\n2\n1 2\n2\n\n"),
                 "a.graph:4:1: ", "line of vertex 3, but the header declares 2");
  expect_message(error_of("a.graph", "2 1 1\n2 -\n1 7\n"), "a.graph:2:3: ", "found '-'");
  expect_message(error_of("a.graph", "3 1 10\n1 2\n\n1 1 5\n"), "a.graph:", "");
}

}  // namespace
}  // namespace orujo::test
