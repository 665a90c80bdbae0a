// Core numbers are right on every team, rounds are the same, and wrong ones are found out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/cores/kcore.hpp"

#include <functional>
#include <vector>

#include "algorithms/greedy_graphs.hpp"
#include "orujo/algorithms/cores/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/builder.hpp"

namespace orujo::test::kcore_tests {

namespace {

void expect_cores(rank_team& team, const csr_graph& graph) {
  const core_numbers found = kcore(team, graph);
  EXPECT_EQ(whole<std::uint32_t>(team, found.core.span()), serial_cores(lists_of(team, graph)));
  EXPECT_TRUE(verify_kcore(team, graph, found).empty());
}

using enum core_property;
using properties = std::vector<core_property>;

//  0 - 1 - 2 - 3 - 4    5
//          |   |
//          7 - 6
const std::vector<input_edge> ring_with_tails = {{0, 1}, {1, 2}, {2, 3}, {3, 4},
                                                 {3, 6}, {6, 7}, {7, 2}};

/// The properties that the core numbers lack after `spoil(core, round)`.
properties lacking(
    rank_team& team,
    const std::function<void(std::vector<std::uint32_t>&, std::vector<std::uint32_t>&)>& spoil) {
  const csr_graph graph = graph_from_edges(team, 8, ring_with_tails, {.directed = false});
  core_numbers found = kcore(team, graph);
  std::vector<std::uint32_t> core = {1, 1, 2, 2, 1, 0, 2, 2};
  std::vector<std::uint32_t> round = {1, 2, 3, 3, 1, 0, 3, 3};
  EXPECT_EQ(whole<std::uint32_t>(team, found.core.span()), core);
  EXPECT_EQ(whole<std::uint32_t>(team, found.round.span()), round);
  const std::vector<std::uint32_t> left = {1, 1, 2, 2, 1, 0, 2, 2};
  EXPECT_EQ(whole<std::uint32_t>(team, found.left.span()), left);
  spoil(core, round);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    found.core[v] = core[graph.global(v)];
    found.round[v] = round[graph.global(v)];
  }
  properties lacks;
  for (const core_violation& each : verify_kcore(team, graph, found)) {
    lacks.push_back(each.property);
    EXPECT_FALSE(each.text().empty());
    EXPECT_GT(each.count, 0U);
  }
  return lacks;
}

}  // namespace

TEST(kcore, numbers_are_right_for_every_family) {
  on_teams(all_teams(1), [](rank_team& team) {
    for (const std::string& name : graph_families) {
      SCOPED_TRACE(name);
      expect_cores(team, undirected_graph(team, name));
    }
  });
}

TEST(kcore, rounds_are_the_same_on_every_team) {
  std::vector<std::uint32_t> expected;
  std::vector<std::uint32_t> expected_left;
  if (under_mpirun()) { GTEST_SKIP() << "compares teams of one process"; }
  run_team(team_of(1, 1), [&](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "kron:8");
    const core_numbers found = kcore(team, graph);
    expected.assign(found.round.begin(), found.round.end());
    expected_left.assign(found.left.begin(), found.left.end());
  });
  on_teams(all_teams(2), [&](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "kron:8");
    const core_numbers found = kcore(team, graph);
    EXPECT_EQ(whole<std::uint32_t>(team, found.round.span()), expected);
    EXPECT_EQ(whole<std::uint32_t>(team, found.left.span()), expected_left);
  });
}

TEST(kcore, counts_parallel_edges_and_no_loops) {
  const std::vector<input_edge> edges = {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {3, 3}};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(
        team, 4, edges,
        {.directed = false, .parallel = parallel_edges::kept, .keep_self_loops = true});
    const core_numbers found = kcore(team, graph);
    EXPECT_EQ(whole<std::uint32_t>(team, found.core.span()),
              (std::vector<std::uint32_t>{2, 2, 1, 0}));
    EXPECT_TRUE(verify_kcore(team, graph, found).empty());
  });
}

TEST(kcore, shares_long_rounds_between_workers) {
  on_teams({team_of(1, 4), team_of(2, 2)}, [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "uniform:14:4");
    const core_numbers found = kcore(team, graph);
    EXPECT_TRUE(verify_kcore(team, graph, found).empty());
    EXPECT_GT(found.facts.max_core, 1U);
  });
}

TEST(kcore, of_a_graph_without_vertices_are_none) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 0, std::vector<input_edge>{}, {.directed = false});
    EXPECT_EQ(kcore(team, graph).facts.rounds, 0U);
  });
}

TEST(kcore, refuses_directed_graphs_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}}, {.directed = true});
    EXPECT_THROW(static_cast<void>(kcore(team, graph)), agreed_error);
  });
}

TEST(kcore_verify, finds_what_is_wrong) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team, [](auto&, auto&) {}), properties{});
    EXPECT_EQ(lacking(team, [](auto& core, auto&) { core[5] = 1; }), (properties{core_is_dense}));
    EXPECT_EQ(lacking(team, [](auto& core, auto&) { core[4] = 0; }),
              (properties{few_are_left, rounds_do_not_fall}));
    EXPECT_EQ(lacking(team, [](auto& core, auto&) { core = {1, 1, 1, 1, 1, 0, 1, 1}; }),
              (properties{few_are_left, facts_add_up}));
    EXPECT_EQ(lacking(team, [](auto&, auto& round) { round = {3, 3, 3, 3, 3, 0, 3, 3}; }),
              (properties{few_are_left, rounds_do_not_fall}));
    EXPECT_EQ(lacking(team, [](auto&, auto& round) { round[7] = 4; }), properties{facts_add_up});
  });
}

TEST(kcore_verify, refuses_numbers_of_another_graph_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "grid:2x3");
    EXPECT_THROW(static_cast<void>(verify_kcore(team, graph, {})), usage_error);
  });
}

}  // namespace orujo::test::kcore_tests
