// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/builder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

constexpr std::array every_rule = {parallel_edges::lightest, parallel_edges::greatest,
                                   parallel_edges::sum, parallel_edges::one, parallel_edges::kept};

edge_chunk chunk_of(const test_edges& from) {
  return {from.edges, {from.weights.begin(), from.weights.end()}};
}

/// Vertices 0 … vertices-1 instead of those that appear.
model_graph with_all_vertices(model_graph model, std::uint64_t vertices) {
  model.ids.clear();
  for (std::uint64_t id = 0; id < vertices; ++id) { model.ids.push_back(id); }
  return model;
}

TEST(Builder, BuildsTheSameGraphForEveryTeam) {
  const test_edges edges = random_edges(1, 300, 3000);
  const model_graph directed = with_all_vertices(model_of(edges, true), 300);
  const model_graph undirected = with_all_vertices(model_of(edges, false), 300);
  on_teams(all_teams(), [&](rank_team& team) {
    expect_same(team, graph_from_edges(team, 300, chunk_of(edges)), directed);
    expect_same(team, graph_from_edges(team, 300, chunk_of(edges), {.directed = false}),
                undirected);
  });
}

TEST(Builder, BuildsTheSameGraphWithTinyBudgets) {
  const test_edges edges = random_edges(2, 100, 2000);
  const model_graph model = with_all_vertices(model_of(edges, false), 100);
  for (const int seed : {1, 2, 3}) {
    launch_options team = with(team_of(8, 2, sim_model_of(seed)), "parcel_bytes", "256");
    on_teams({with(team, "in_flight_bytes", "4K")}, [&](rank_team& rank) {
      expect_same(rank, graph_from_edges(rank, 100, chunk_of(edges), {.directed = false}), model);
    });
  }
}

TEST(Builder, TreatsLoopsAndParallelEdgesAsAskedTo) {
  const test_edges edges = random_edges(3, 12, 400);
  for (const bool directed : {true, false}) {
    for (const bool loops : {true, false}) {
      for (const parallel_edges parallel : every_rule) {
        SCOPED_TRACE(testing::Message() << directed << loops << name_of(parallel));
        const build_options options = {
            .directed = directed, .parallel = parallel, .keep_self_loops = loops};
        const model_graph model = with_all_vertices(model_of(edges, directed, options), 12);
        on_teams(few_teams(), [&](rank_team& team) {
          expect_same(team, graph_from_edges(team, 12, chunk_of(edges), options), model);
        });
      }
    }
  }
}

TEST(Builder, KnowsHowLongShortRowsAre) {
  for (const std::uint64_t leaves : {0U, 3U, 64U, 65U, 2000U}) {
    for (const bool directed : {true, false}) {
      test_edges edges = random_edges(4, 4000, 100);
      for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) {
        edges.edges.push_back({leaf + 1, 3500});
        edges.weights.push_back(1);
      }
      on_teams(few_teams(), [&](rank_team& team) {
        const csr_graph graph =
            graph_from_edges(team, 4000, chunk_of(edges), {.directed = directed});
        std::uint64_t longest = 0;
        for (local_vertex v = 0; v < graph.num_local(); ++v) {
          longest = std::max({longest, std::uint64_t{graph.out_edges().degree(v)},
                              std::uint64_t{graph.in_edges().degree(v)}});
        }
        if (longest <= csr_graph::longest_short_row) {
          EXPECT_EQ(graph.longest_row(), longest);
        } else {
          EXPECT_GT(graph.longest_row(), csr_graph::longest_short_row);
        }
      });
    }
  }
}

TEST(Builder, CarriesVerticesAs64BitNumbersWhereTheyNeedIt) {
  const test_edges edges = random_edges(4, 50, 600);
  const model_graph model = with_all_vertices(model_of(edges, true), 50);
  on_teams(few_teams(), [&](rank_team& team) {
    expect_same(team, graph_from_edges(team, 50, chunk_of(edges), {.wide_ids = true}), model);
    test_edges bare = edges;
    bare.weights.clear();
    const csr_graph graph =
        graph_from_edges(team, 50, chunk_of(bare), {.directed = false, .wide_ids = true});
    expect_same(team, graph, with_all_vertices(model_of(bare, false), 50));
  });
}

TEST(Builder, BalancesByVerticesOrByEdges) {
  //  a star: half of all arcs start at vertex 0
  test_edges star;
  for (std::uint64_t v = 1; v < 1000; ++v) { star.edges.push_back({0, v}); }
  const model_graph model = model_of(star, false);
  on_teams({team_of(4, 2)}, [&](rank_team& team) {
    const csr_graph even = graph_from_edges(
        team, 1000, star.edges, {.directed = false, .balance = block_balance::vertices});
    expect_same(team, even, model);
    EXPECT_EQ(even.num_local(), 250U);

    const csr_graph by_edges = graph_from_edges(team, 1000, star.edges, {.directed = false});
    expect_same(team, by_edges, model);
    const std::uint64_t load = by_edges.num_local() + by_edges.out_edges().targets.size();
    EXPECT_LE(load, 1000U + 999U / 2);  // no rank has much more than vertex 0 alone
  });
}

TEST(Builder, LeavesOutInEdgesWhereAskedTo) {
  const test_edges edges = random_edges(5, 40, 200);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 40, edges.edges, {.in_edges = false});
    EXPECT_EQ(&graph.in_edges(), &graph.out_edges());
  });
}

TEST(Builder, StoresRealWeightsAsFloatsIfNoneLosesAnythingByIt) {
  const edge_chunk edges = {{{0, 1}, {0, 1}, {1, 2}}, {2.5, 0.5, 3.0}};
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, edges);
    EXPECT_EQ(graph.stored_weights(), weight_type::real32);
    const std::vector<model_arc> expected = {{0, 1, 0.5}, {1, 2, 3}};
    EXPECT_EQ(all_arcs(team, graph, graph.out_edges(), false), expected);
  });
}

TEST(Builder, DrawsWeightsThatAreTheSameForEveryTeamAndInBothDirections) {
  const test_edges edges = random_edges(6, 80, 500);
  const build_options options = {
      .directed = false,
      .weights = {.from = weight_origin::random, .low = 3, .high = 9, .seed = 5}};
  std::vector<model_arc> expected;
  run_team(team_of(1, 1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 80, edges.edges, options);
    expected = all_arcs(team, graph, graph.out_edges(), false);
  });
  std::set<double> seen;
  for (const model_arc& arc : expected) {
    seen.insert(arc.weight);
    const model_arc back = {arc.target, arc.source, arc.weight};
    EXPECT_TRUE(std::binary_search(expected.begin(), expected.end(), back));
  }
  EXPECT_EQ(seen, (std::set<double>{3, 4, 5, 6, 7, 8, 9}));
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 80, edges.edges, options);
    EXPECT_EQ(graph.facts().weights, weight_kind::integer);
    EXPECT_EQ(all_arcs(team, graph, graph.out_edges(), false), expected);
    const csr_graph directed = graph_from_edges(
        team, 80, edges.edges, {.weights = {.from = weight_origin::random, .high = 1}});
    expect_sound(team, directed);
  });
}

TEST(Builder, IgnoresTheWeightsOfTheInputWhereAskedTo) {
  const test_edges edges = random_edges(8, 20, 100);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 20, chunk_of(edges), {.weights = {.from = weight_origin::none}});
    EXPECT_EQ(graph.facts().weights, weight_kind::none);
    EXPECT_TRUE(graph.out_edges().weights.empty());
  });
}

TEST(Builder, TakesEdgesThatAreListedInBothDirectionsOnce) {
  test_edges once = random_edges(9, 60, 400);
  input_script script;
  script.weighted = true;
  script.facts.weights = weight_kind::integer;
  script.facts.directed = false;
  script.facts.both_directions_listed = true;
  script.facts.declared_vertices = 60;
  for (std::size_t i = 0; i < once.edges.size(); ++i) {
    const auto [u, v] = once.edges[i];
    script.edges.edges.push_back({u, v});
    script.edges.weights.push_back(once.weights[i]);
    if (u == v) { continue; }
    script.edges.edges.push_back({v, u});
    script.edges.weights.push_back(once.weights[i]);
  }
  for (const parallel_edges parallel : every_rule) {
    const build_options options = {.parallel = parallel};
    const model_graph model = with_all_vertices(model_of(once, false, options), 60);
    on_teams(few_teams(), [&](rank_team& team) {
      expect_same(team, build_graph(team, opener_of(script), options), model);
    });
  }
}

TEST(Builder, TakesTheDirectionOfTheInputUnlessToldOtherwise) {
  input_script script = {.edges = {{{0, 1}, {1, 2}}}};
  script.facts.declared_vertices = 3;
  on_teams({team_of(2, 1)},
           [&](rank_team& team) { EXPECT_TRUE(build_graph(team, opener_of(script)).directed()); });
  script.facts.directed = false;
  on_teams({team_of(2, 1)}, [&](rank_team& team) {
    EXPECT_FALSE(build_graph(team, opener_of(script)).directed());
    const csr_graph forced = build_graph(team, opener_of(script), {.directed = true});
    EXPECT_TRUE(forced.directed());
    EXPECT_EQ(forced.facts().num_arcs, 2U);
  });
}

TEST(Builder, BuildsGraphsWithFewerVerticesThanRanks) {
  const std::vector<input_edge> one = {{0, 1}};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph pair = graph_from_edges(team, 2, one, {.directed = false});
    expect_sound(team, pair);
    EXPECT_EQ(pair.facts().num_arcs, 2U);
    const csr_graph lonely = graph_from_edges(team, 5, std::span<const input_edge>());
    expect_sound(team, lonely);
    EXPECT_EQ(lonely.num_vertices(), 5U);
    const csr_graph empty = graph_from_edges(team, 0, std::span<const input_edge>());
    expect_sound(team, empty);
    EXPECT_EQ(empty.num_vertices(), 0U);
  });
}

}  // namespace
}  // namespace orujo::test
