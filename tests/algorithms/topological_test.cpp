// Topological levels: against longest paths of a serial program, for every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/topological/topological.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/serial_answers.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/topological/verify.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test::topological_tests {

namespace {

using edge_list = std::vector<input_edge>;

csr_graph one_way(rank_team& team, vertex_id vertices, const edge_list& edges) {
  build_options how;
  how.directed = true;
  how.keep_self_loops = true;
  how.parallel = parallel_edges::kept;
  return graph_from_edges(team, vertices, std::span<const input_edge>(edges), how);
}

/// Edges from lesser to greater vertices in a drawn order of all: no cycle. Some are there twice.
edge_list drawn_forwards(vertex_id vertices, std::size_t count, std::uint64_t seed) {
  random_stream random(seed, 0);
  edge_list edges;
  while (edges.size() < count) {
    const vertex_id a = random.below(vertices);
    const vertex_id b = random.below(vertices);
    const auto place = [&](vertex_id v) { return mix64(v + seed); };
    if (place(a) < place(b)) { edges.push_back({a, b}); }
  }
  return edges;
}

/// Longest paths, edge by edge until nothing changes; no_level for those that never end.
std::vector<std::uint32_t> by_hand(vertex_id vertices, const edge_list& edges) {
  std::vector<std::uint32_t> level(vertices, 0);
  for (vertex_id round = 0; round < vertices; ++round) {
    for (const input_edge& edge : edges) {
      level[edge.target] = std::max(level[edge.target], level[edge.source] + 1);
    }
  }
  for (vertex_id round = 0; round < vertices; ++round) {
    for (const input_edge& edge : edges) {
      if (level[edge.source] >= vertices) {
        level[edge.target] = static_cast<std::uint32_t>(vertices);
      }
    }
  }
  for (std::uint32_t& each : level) {
    if (each >= vertices) { each = no_level; }
  }
  return level;
}

void expect_levels(vertex_id vertices, const edge_list& edges) {
  const std::vector<std::uint32_t> expected = by_hand(vertices, edges);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = one_way(team, vertices, edges);
    const topological_levels found = topological(team, graph);
    EXPECT_EQ(all_values<std::uint32_t>(team, found.level.span()), expected);
    EXPECT_EQ(found.facts.without,
              static_cast<std::uint64_t>(std::count(expected.begin(), expected.end(), no_level)));
    expect_none(verify_topological(team, graph, found));
  });
}

}  // namespace

TEST(topological, levels_are_longest_paths) {
  expect_levels(40, drawn_forwards(40, 90, 1));
  expect_levels(25, drawn_forwards(25, 20, 2));
}

TEST(topological, vertices_on_and_behind_cycles_have_no_level) {
  // 0 leads into a cycle of three, which leads to 4; 5 is apart, 6 has a loop, 7 is behind it.
  const edge_list edges{{0, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4},
                        {6, 6}, {6, 7}, {0, 7}, {5, 8}, {5, 8}};
  expect_levels(9, edges);
  edge_list with_cycle = drawn_forwards(30, 50, 3);
  with_cycle.push_back({with_cycle[0].target, with_cycle[0].source});
  expect_levels(30, with_cycle);
}

TEST(topological, of_nothing_and_of_undirected_graphs) {
  on_teams(few_teams(), [](rank_team& team) {
    const topological_levels none = topological(team, one_way(team, 0, {}));
    EXPECT_EQ(none.facts.levels, 0U);
    EXPECT_EQ(none.facts.without, 0U);
    EXPECT_EQ(topological(team, one_way(team, 3, {})).facts.levels, 1U);
    build_options both;
    both.directed = false;
    const csr_graph graph = graph_from_edges(team, 3, std::span<const input_edge>(), both);
    EXPECT_THROW(static_cast<void>(topological(team, graph)), agreed_error);
  });
}

TEST(topological, is_checked_by_a_verifier_that_finds_faults) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = one_way(team, 5, {{0, 1}, {1, 2}, {3, 4}, {4, 3}});
    const auto faulty = [&](vertex_id v, std::uint32_t level) {
      topological_levels found = topological(team, graph);
      if (graph.owns(v)) { found.level[graph.local(v)] = level; }
      return verify_topological(team, graph, found);
    };
    EXPECT_FALSE(faulty(2, 3).empty());
    EXPECT_FALSE(faulty(0, 1).empty());
    EXPECT_FALSE(faulty(2, no_level).empty());
    EXPECT_FALSE(faulty(3, 0).empty());
    EXPECT_TRUE(faulty(2, 2).empty());
    topological_levels found = topological(team, graph);
    ++found.facts.levels;
    EXPECT_EQ(verify_topological(team, graph, found).size(), 1U);
  });
}

}  // namespace orujo::test::topological_tests
