// PageRank after so many rounds is what a plain loop over the edges makes of it.
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "orujo/algorithms/pagerank/fixed_rounds.hpp"
#include "traversal/given_graph.hpp"

namespace orujo::test {

namespace {

/// Some vertices have no out-edges, and some no edges at all.
given_graph with_sinks() {
  given_graph list = random_list(8, 90, 400);
  std::erase_if(list.edges, [](const input_edge& each) { return each.source % 7 == 0; });
  list.vertices = 100;
  return list;
}

std::vector<double> serial_rounds(const given_graph& list, const pagerank_rounds& rule) {
  const auto all = static_cast<double>(list.vertices);
  std::vector<double> degree(list.vertices);
  for (const input_edge& each : list.edges) { ++degree[each.source]; }
  std::vector<double> score(list.vertices, 1 / all);
  for (std::uint64_t round = 0; round < rule.rounds; ++round) {
    double held = 0;
    for (std::size_t v = 0; v < score.size(); ++v) { held += degree[v] == 0 ? score[v] : 0; }
    std::vector<double> next(list.vertices, (1 - rule.damping + rule.damping * held) / all);
    for (const input_edge& each : list.edges) {
      next[each.target] += rule.damping * score[each.source] / degree[each.source];
    }
    score = next;
  }
  return score;
}

TEST(pagerank_rounds, spread_what_vertices_without_out_edges_hold) {
  const given_graph list = with_sinks();
  for (const pagerank_rounds rule :
       {pagerank_rounds{0.85, 0}, {0.85, 1}, {0.85, 9}, {0, 3}, {1, 4}}) {
    const std::vector<double> expected = serial_rounds(list, rule);
    on_teams(few_teams(), [&](rank_team& team) {
      const csr_graph graph = list.graph(team);
      const huge_array<double> own = pagerank_after(team, graph, rule);
      const std::vector<double> found = all_values<double>(team, own.span());
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t v = 0; v < found.size(); ++v) { EXPECT_NEAR(found[v], expected[v], 1e-14); }
      EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), 1, 1e-12);
    });
  }
}

TEST(pagerank_rounds, refuse_what_makes_no_sense) {
  on_teams({team_of(1, 1), team_of(2, 1)}, [](rank_team& team) {
    const csr_graph graph = with_sinks().graph(team);
    EXPECT_THROW(static_cast<void>(pagerank_after(team, graph, {1.5, 1})), agreed_error);
    EXPECT_THROW(static_cast<void>(pagerank_after(team, graph, {-0.1, 1})), agreed_error);
    const csr_graph one_way =
        graph_from_edges(team, 100, with_sinks().edges, {.directed = true, .in_edges = false});
    EXPECT_THROW(static_cast<void>(pagerank_after(team, one_way, {})), agreed_error);
    const csr_graph empty = graph_from_edges(team, 0, std::span<const input_edge>(), {});
    EXPECT_EQ(pagerank_after(team, empty, {}).size(), 0U);
  });
}

}  // namespace

}  // namespace orujo::test
