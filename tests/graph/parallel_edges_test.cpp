// What stays of parallel edges and loops, whatever a graph is made of.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/parallel_edges.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/shared_path.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/orj.hpp"
#include "orujo/graph/rebuild.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

std::vector<launch_options> one_two_three() {
  return {team_of(1, 2), team_of(2, 1), team_of(3, 2)};
}

edge_chunk weighted(std::vector<input_edge> edges, std::vector<double> weights) {
  return {std::move(edges), std::move(weights)};
}

/// The weights of the rows of all ranks, one after another. Call: collective.
std::vector<double> all_weights(rank_team& team, const csr_graph& graph) {
  const weight_view weights = graph.out_edges().weights;
  std::vector<double> own;
  for (std::size_t i = 0; i < weights.size(); ++i) { own.push_back(weights.at<double>(i)); }
  return all_gather(team, std::span<const double>(own)).take_items();
}

TEST(ParallelEdges, SumsOfRealsDoNotDependOnTheOrderOfEdges) {
  std::vector<input_edge> edges(5, {0, 1});
  std::vector<double> weights = {1e8, 0.5, 3.25, 1e-3, 7};
  const double expected = 1e-3 + 0.5 + 3.25 + 7 + 1e8;  // the least first
  for (int turn = 0; turn < 5; ++turn) {
    std::rotate(weights.begin(), weights.begin() + 1, weights.end());
    on_teams(one_two_three(), [&](rank_team& team) {
      const csr_graph graph =
          graph_from_edges(team, 2, weighted(edges, weights), {.parallel = parallel_edges::sum});
      EXPECT_EQ(all_weights(team, graph), std::vector<double>{expected});
    });
  }
}

TEST(ParallelEdges, RefusesASumThatCannotBeStored) {
  const edge_chunk whole = {{{0, 1}, {2, 1}, {0, 1}}, {}, {9223372036854775807, 1, 1}};
  const edge_chunk real = weighted({{0, 1}, {2, 1}, {0, 1}}, {1e308, 0.5, 1e308});
  for (const edge_chunk& each : {whole, real}) {
    for (const bool directed : {true, false}) {
      on_teams(one_two_three(), [&](rank_team& team) {
        EXPECT_THROW(static_cast<void>(graph_from_edges(
                         team, 3, each, {.directed = directed, .parallel = parallel_edges::sum})),
                     agreed_error);
        EXPECT_NO_THROW(static_cast<void>(graph_from_edges(team, 3, each)));
      });
    }
  }
}

TEST(ParallelEdges, NativeFilesOfAllEdgesAnswerAsTheirOrigin) {
  const edge_chunk edges =
      weighted({{0, 1}, {1, 0}, {1, 1}, {1, 2}, {1, 2}, {3, 3}}, {4, 9, 1, 5, 2, 6});
  for (const launch_options& options : one_two_three()) {
    for (const bool directed : {true, false}) {
      const shared_path path(options, "all.orj");
      on_teams({options}, [&](rank_team& team) {
        write_orj(
            team,
            graph_from_edges(
                team, 4, edges,
                {.directed = directed, .parallel = parallel_edges::kept, .keep_self_loops = true}),
            path.text());
        for (const parallel_edges rule :
             {parallel_edges::lightest, parallel_edges::greatest, parallel_edges::sum}) {
          const build_options build = {.directed = directed, .parallel = rule};
          const csr_graph direct = graph_from_edges(team, 4, edges, build);
          const csr_graph loaded = load_graph(team, path.text(), {.build = build});
          EXPECT_EQ(all_weights(team, loaded), all_weights(team, direct));
          EXPECT_EQ(loaded.facts().num_edges, direct.facts().num_edges);
          EXPECT_EQ(loaded.facts().dropped_loops, direct.facts().dropped_loops);
          EXPECT_EQ(loaded.facts().dropped_duplicates, direct.facts().dropped_duplicates);
          EXPECT_EQ(loaded.facts().parallel, rule);
        }
      });
    }
  }
}

TEST(ParallelEdges, ANativeFileOfTheLightestIsRefusedWhereOthersAreNeeded) {
  const edge_chunk edges = weighted({{0, 1}, {0, 1}}, {4, 9});
  for (const launch_options& options : one_two_three()) {
    const shared_path path(options, "lightest.orj");
    on_teams({options}, [&](rank_team& team) {
      write_orj(team, graph_from_edges(team, 2, edges), path.text());
      const auto load = [&](parallel_edges rule, weight_origin weights) {
        static_cast<void>(load_graph(team, path.text(),
                                     {.build = {.parallel = rule, .weights = {.from = weights}}}));
      };
      EXPECT_THROW(load(parallel_edges::greatest, weight_origin::input), agreed_error);
      EXPECT_THROW(load(parallel_edges::sum, weight_origin::input), agreed_error);
      EXPECT_NO_THROW(load(parallel_edges::lightest, weight_origin::input));
      EXPECT_NO_THROW(load(parallel_edges::greatest, weight_origin::none));
      EXPECT_NO_THROW(load(parallel_edges::sum, weight_origin::random));
    });
  }
}

TEST(ParallelEdges, CountsLoopsAndParallelArcs) {
  const std::vector<input_edge> edges = {{0, 1}, {1, 0}, {0, 1}, {2, 2}, {2, 2}};
  on_teams(one_two_three(), [&](rank_team& team) {
    const auto found = [&](parallel_edges rule, bool loops) {
      return surplus_of(
          team, graph_from_edges(team, 3, edges,
                                 {.directed = false, .parallel = rule, .keep_self_loops = loops}));
    };
    const surplus_arcs all = found(parallel_edges::kept, true);
    EXPECT_EQ(all.loops, 2U);
    EXPECT_EQ(all.parallel, 5U);
    EXPECT_EQ(all.parallel_loops, 1U);
    EXPECT_EQ(all.parallel_edges(false), 3U);
    const surplus_arcs simple = found(parallel_edges::lightest, false);
    EXPECT_EQ(simple.loops + simple.parallel, 0U);
  });
}

}  // namespace
}  // namespace orujo::test
