// Serialized graphs of the GAP Benchmark Suite.
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

/// What a GAP file is made of.
struct gap_content {
  bool directed = false;
  std::vector<std::int64_t> offsets = {};
  std::vector<std::int32_t> entries =
      {};  ///< Neighbours; in a weighted graph each with its weight.
  bool weighted = false;
};

template <typename T>
void append(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

std::string bytes_of(const gap_content& content) {
  std::string bytes(1, content.directed ? '\1' : '\0');
  append(bytes, static_cast<std::int64_t>(content.entries.size() / (content.weighted ? 2 : 1)));
  append(bytes, static_cast<std::int64_t>(content.offsets.size() - 1));
  std::string lists;
  for (const std::int64_t offset : content.offsets) { append(lists, offset); }
  for (const std::int32_t entry : content.entries) { append(lists, entry); }
  return bytes + lists + (content.directed ? lists : "");
}

//  0 - 1    2 (alone)
//   \ /
//    3
const gap_content triangle = {.offsets = {0, 2, 4, 4, 6}, .entries = {1, 3, 0, 3, 0, 1}};

TEST(gap_binary, undirected_graphs_list_both_directions) {
  const read_graph graph = read_text("a.sg", bytes_of(triangle));
  EXPECT_EQ(graph.edges,
            (read_edges{{0, 1, 0}, {0, 3, 0}, {1, 0, 0}, {1, 3, 0}, {3, 0, 0}, {3, 1, 0}}));
  EXPECT_EQ(graph.facts.directed, false);
  EXPECT_TRUE(graph.facts.both_directions_listed);
  EXPECT_EQ(graph.facts.declared_vertices, 4U);
  EXPECT_EQ(graph.facts.first_id, 0U);
}

TEST(gap_binary, is_recognised_without_its_suffix) {
  EXPECT_EQ(read_text("a.bin", bytes_of(triangle)).edges.size(), 6U);
}

TEST(gap_binary, the_in_edges_of_directed_graphs_are_left_out) {
  const gap_content content = {.directed = true, .offsets = {0, 1, 2}, .entries = {1, 0}};
  const read_graph graph = read_text("a.sg", bytes_of(content));
  EXPECT_EQ(graph.edges, (read_edges{{0, 1, 0}, {1, 0, 0}}));
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_FALSE(graph.facts.both_directions_listed);
}

TEST(gap_binary, weights_stand_beside_the_neighbours) {
  const std::string bytes =
      bytes_of({.offsets = {0, 1, 2}, .entries = {1, 77, 0, 77}, .weighted = true});
  const read_graph graph = read_text("a.wsg", bytes);
  EXPECT_EQ(graph.edges, (read_edges{{0, 1, 77}, {1, 0, 77}}));
  EXPECT_EQ(graph.facts.weights, weight_kind::integer);
  const read_graph negative =
      read_text("a.wsg", bytes_of({.offsets = {0, 1, 1}, .entries = {1, -5}, .weighted = true}));
  EXPECT_EQ(negative.edges, (read_edges{{0, 1, -5}}));
  const read_graph without = read_text("a.wsg", bytes, without_weights);
  EXPECT_EQ(without.edges, (read_edges{{0, 1, 0}, {1, 0, 0}}));
  EXPECT_EQ(without.facts.weights, weight_kind::none);
}

TEST(gap_binary, parts_share_the_edges) {
  gap_content content = {.directed = true, .offsets = {0}};
  for (int v = 0; v < 1000; ++v) {
    const int degree = v == 17 ? 150000 : v % 200;
    for (int i = 0; i < degree; ++i) { content.entries.push_back((v + i) % 1000); }
    content.offsets.push_back(static_cast<std::int64_t>(content.entries.size()));
  }
  const sample_file file("a.sg", bytes_of(content));
  const read_graph whole = read_whole(file.path());
  EXPECT_EQ(whole.edges.size(), content.entries.size());
  EXPECT_EQ(read_whole(file.path(), {.parts = 3, .workers = 2}).edges, whole.edges);
}

TEST(gap_binary, damaged_files_are_told) {
  const std::string bytes = bytes_of(triangle);
  expect_message(error_of("a.sg", bytes.substr(0, bytes.size() - 1)), "a.sg: ", "cut off");
  expect_message(error_of("a.sg", bytes.substr(0, 12)), "a.sg: ", "too short");
  expect_message(error_of("a.sg", bytes + "x"), "a.sg: ", "cut off or damaged");
  expect_message(error_of("a.sg", bytes_of({.offsets = {0, 3, 2}, .entries = {1, 0}})),
                 "a.sg: ", "offsets");
  expect_message(error_of("a.sg", bytes_of({.offsets = {0, 1, 1}, .entries = {1, 0}})),
                 "a.sg: ", "offsets");
  expect_message(error_of("a.sg", bytes_of({.offsets = {0, 1, 2}, .entries = {1, 2}})),
                 "a.sg: ", "leads to vertex 2, but there are 2");
  expect_message(error_of("a.sg", bytes_of({.offsets = {0, 1, 2}, .entries = {1, -1}})),
                 "a.sg: ", "leads to vertex -1");
  std::string huge = bytes;
  huge[8] = '\x7f';
  expect_message(error_of("a.sg", huge), "a.sg: ", "no GAP graph");
}

}  // namespace
}  // namespace orujo::test
