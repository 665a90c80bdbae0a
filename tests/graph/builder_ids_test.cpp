// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "orujo/graph/vertex_lookup.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

/// `from` with every id replaced by `rename(id)`.
template <typename Rename>
input_script renamed(test_edges from, Rename rename) {
  for (input_edge& edge : from.edges) { edge = {rename(edge.source), rename(edge.target)}; }
  return {.edges = std::move(from)};
}

void expect_model(const input_script& script, bool sparse) {
  const model_graph model = model_of({script.edges.edges}, true);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(script));
    expect_same(team, graph, model);
    EXPECT_EQ(graph.ids().is_dense(), !sparse);
    for (const std::size_t v : {std::size_t{0}, model.ids.size() / 2, model.ids.size() - 1}) {
      EXPECT_EQ(find_vertex(team, graph, model.ids[v]), v);
    }
    EXPECT_EQ(find_vertex(team, graph, model.ids.back() + 1), no_vertex);
    EXPECT_EQ(find_vertex(team, graph, std::numeric_limits<std::uint64_t>::max()), no_vertex);
  });
}

TEST(BuilderIds, ConsecutiveIdsNeedNoMap) {
  const test_edges edges = random_edges(1, 50, 2000);
  expect_model(renamed(edges, [](std::uint64_t id) { return id; }), false);
  expect_model(renamed(edges, [](std::uint64_t id) { return id + 1; }), false);
  expect_model(renamed(edges, [](std::uint64_t id) { return id + 9'000'000'000'000; }), false);
}

TEST(BuilderIds, IdsWithGapsAreNumberedInTheirOrder) {
  const test_edges edges = random_edges(2, 200, 1500);
  expect_model(renamed(edges, [](std::uint64_t id) { return 3 * id + 7; }), true);
}

TEST(BuilderIds, ArbitraryIdsAreNumberedInTheirOrder) {
  const test_edges edges = random_edges(3, 300, 1500);
  expect_model(renamed(edges, [](std::uint64_t id) { return mix64(id) >> 1; }), true);
  expect_model(renamed(edges, [](std::uint64_t id) { return (mix64(id) >> 33) + id; }), true);
  const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max() - 1;
  expect_model(renamed(edges, [&](std::uint64_t id) { return id % 2 == 0 ? id : largest - id; }),
               true);
}

TEST(BuilderIds, NarrowAndWideIdsMix) {
  // whole blocks of small ids, then whole blocks with large ones
  input_script script;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::uint64_t far = i < 1500 ? 0 : std::uint64_t{1} << 40U;
    script.edges.edges.push_back({i % 70, far + i % 90});
  }
  expect_model(script, true);
}

TEST(BuilderIds, VerticesOfDroppedLoopsStay) {
  const input_script script = {.edges = {{{5, 5}, {7, 9}}}};
  on_teams({team_of(1, 1), team_of(2, 2)}, [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(script));
    EXPECT_EQ(all_ids(team, graph), (std::vector<std::uint64_t>{5, 7, 9}));
    EXPECT_EQ(graph.facts().num_arcs, 1U);
  });
}

TEST(BuilderIds, DeclaredVerticesStayUnlessOnlyThoseThatAppearAreWanted) {
  input_script script = {.edges = {{{2, 4}, {4, 8}}}};
  script.facts.declared_vertices = 10;
  script.facts.first_id = 1;
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph all = build_graph(team, opener_of(script));
    EXPECT_EQ(all.num_vertices(), 10U);
    EXPECT_EQ(all.ids().offset(), 1U);
    EXPECT_EQ(find_vertex(team, all, 8), 7U);
    const csr_graph few = build_graph(team, opener_of(script), {.keep_isolated = false});
    EXPECT_EQ(all_ids(team, few), (std::vector<std::uint64_t>{2, 4, 8}));
  });
}

}  // namespace
}  // namespace orujo::test
