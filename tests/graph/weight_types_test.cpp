// Weights are stored in the narrowest type that loses nothing, and come back exactly.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "graph/shared_path.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/graph/writer.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

constexpr std::int64_t most_whole = std::numeric_limits<std::int64_t>::max();

std::vector<launch_options> weight_teams() {
  return {team_of(1, 1), team_of(1, 4), team_of(2, 2), team_of(3, 1),
          team_of(8, 1, sim_model_of(3))};
}

/// A path whose edges have these weights.
edge_chunk whole_path(const std::vector<std::int64_t>& weights) {
  edge_chunk chunk;
  for (std::size_t i = 0; i < weights.size(); ++i) { chunk.edges.push_back({i, i + 1}); }
  chunk.whole_weights = weights;
  return chunk;
}
edge_chunk real_path(const std::vector<double>& weights) {
  edge_chunk chunk;
  for (std::size_t i = 0; i < weights.size(); ++i) { chunk.edges.push_back({i, i + 1}); }
  chunk.weights = weights;
  return chunk;
}

/// The weights of all rows, one after another. Call: collective.
template <typename Number>
std::vector<Number> weights_of(rank_team& team, const csr_graph& graph) {
  const weight_view weights = graph.out_edges().weights;
  std::vector<Number> own;
  for (std::size_t i = 0; i < weights.size(); ++i) { own.push_back(weights.at<Number>(i)); }
  return all_gather(team, std::span<const Number>(own)).take_items();
}

template <typename Number>
void expect_stored(const edge_chunk& path, const std::vector<Number>& weights, weight_type type) {
  on_teams(weight_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, weights.size() + 1, path);
    EXPECT_EQ(name_of(graph.stored_weights()), name_of(type));
    EXPECT_EQ(name_of(graph.in_edges().weights.type()), name_of(type));
    EXPECT_EQ(weights_of<Number>(team, graph), weights);
  });
}

void expect_whole(const std::vector<std::int64_t>& weights, weight_type type) {
  expect_stored(whole_path(weights), weights, type);
}
void expect_real(const std::vector<double>& weights, weight_type type) {
  expect_stored(real_path(weights), weights, type);
}

TEST(WeightTypes, WholeNumbersWithoutASignTake32BitsIfAllFit) {
  expect_whole({0, 1, 4294967295, 7}, weight_type::whole32);
  expect_whole({0, 1, 4294967296, 7}, weight_type::whole64);
  expect_whole({0, 1, -1, 7}, weight_type::whole64);
  expect_whole({most_whole, -most_whole, 9007199254740993}, weight_type::whole64);
}

TEST(WeightTypes, RealNumbersTake32BitsIfAllAreFloats) {
  expect_real({0.5, -0.25, 16777216, 3.4028234663852886e38}, weight_type::real32);
  expect_real({0.5, 0.1}, weight_type::real64);
  expect_real({0.5, 16777217}, weight_type::real64);
  expect_real({0.5, 1e-46, -1e300}, weight_type::real64);
  expect_real({1.5, 1307526243.27}, weight_type::real64);
}

TEST(WeightTypes, NoZeroHasASign) {
  on_teams(weight_teams(), [](rank_team& team) {
    for (const double other : {0.5, 0.1}) {
      const csr_graph graph = graph_from_edges(team, 3, real_path({-0.0, other}));
      for (const double weight : weights_of<double>(team, graph)) {
        EXPECT_NE(std::bit_cast<std::uint64_t>(weight), std::bit_cast<std::uint64_t>(-0.0));
      }
    }
  });
}

/// The first of many blocks of edges has narrow weights only, and the last a wide one.
TEST(WeightTypes, OneWideWeightAmongManyNarrowOnesMakesAllWide) {
  edge_chunk chunk;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    chunk.edges.push_back({i % 997, (i * 31) % 997});
    chunk.whole_weights.push_back(static_cast<std::int64_t>(i));
  }
  chunk.edges.push_back({998, 999});
  chunk.whole_weights.push_back(-5000000000);
  for (const block_balance balance : {block_balance::edges, block_balance::vertices}) {
    std::vector<std::int64_t> expected;
    on_teams(weight_teams(), [&](rank_team& team) {
      const build_options options = {.directed = false, .balance = balance};
      const csr_graph graph = graph_from_edges(team, 1000, chunk, options);
      EXPECT_EQ(name_of(graph.stored_weights()), name_of(weight_type::whole64));
      std::vector<std::int64_t> found = weights_of<std::int64_t>(team, graph);
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found.front(), -5000000000);
      EXPECT_EQ(found[1], -5000000000);
      if (index_of(team.rank()) > 0) { return; }
      if (expected.empty()) { expected = found; }
      EXPECT_EQ(found, expected);
    });
  }
}

/// A type that depends on what is left out would depend on how edges were shared out.
TEST(WeightTypes, AWideWeightCountsThoughItsEdgeIsLeftOut) {
  on_teams(weight_teams(), [](rank_team& team) {
    const edge_chunk chunk = {{{0, 1}, {1, 1}, {1, 2}}, {}, {1, 5000000000, 2}};
    const csr_graph graph = graph_from_edges(team, 3, chunk);
    EXPECT_EQ(name_of(graph.stored_weights()), name_of(weight_type::whole64));
    EXPECT_EQ(weights_of<std::int64_t>(team, graph), (std::vector<std::int64_t>{1, 2}));
  });
}

TEST(WeightTypes, ParallelEdgesAreComparedByTheirValues) {
  const edge_chunk whole = {{{0, 1}, {0, 1}, {0, 1}}, {}, {-3, 9007199254740993, 9007199254740992}};
  const edge_chunk real = {{{0, 1}, {0, 1}, {0, 1}}, {-0.5, 1.00000001, 1.0}};
  const edge_chunk floats = {{{0, 1}, {0, 1}, {0, 1}}, {-0.5, -2, 1.5}};
  on_teams(weight_teams(), [&](rank_team& team) {
    const auto stays = [&]<typename Number>(const edge_chunk& edges, parallel_edges rule, Number) {
      return weights_of<Number>(team, graph_from_edges(team, 2, edges, {.parallel = rule}));
    };
    using wholes = std::vector<std::int64_t>;
    using reals = std::vector<double>;
    constexpr std::int64_t one = 1;
    EXPECT_EQ(stays(whole, parallel_edges::lightest, one), wholes{-3});
    EXPECT_EQ(stays(whole, parallel_edges::greatest, one), wholes{9007199254740993});
    EXPECT_EQ(stays(whole, parallel_edges::sum, one), wholes{18014398509481982});
    EXPECT_EQ(stays(whole, parallel_edges::kept, one),
              (wholes{-3, 9007199254740992, 9007199254740993}));
    EXPECT_EQ(stays(real, parallel_edges::lightest, 1.0), reals{-0.5});
    EXPECT_EQ(stays(real, parallel_edges::greatest, 1.0), reals{1.00000001});
    EXPECT_EQ(stays(floats, parallel_edges::lightest, 1.0), reals{-2});
    EXPECT_EQ(stays(floats, parallel_edges::sum, 1.0), reals{-1});
    EXPECT_EQ(stays(floats, parallel_edges::kept, 1.0), (reals{-2, -0.5, 1.5}));
  });
}

TEST(WeightTypes, SumsTakeTheNarrowestTypeThatHoldsThem) {
  on_teams(weight_teams(), [](rank_team& team) {
    const auto type_of = [&](const edge_chunk& edges) {
      return name_of(
          graph_from_edges(team, 2, edges, {.parallel = parallel_edges::sum}).stored_weights());
    };
    EXPECT_EQ(type_of({{{0, 1}, {0, 1}}, {}, {4, 5}}), name_of(weight_type::whole32));
    EXPECT_EQ(type_of({{{0, 1}, {0, 1}}, {}, {4294967295, 1}}), name_of(weight_type::whole64));
    EXPECT_EQ(type_of({{{0, 1}, {0, 1}}, {0.5, 0.25}}), name_of(weight_type::real32));
    EXPECT_EQ(type_of({{{0, 1}, {0, 1}}, {16777216.5, 0.25}}), name_of(weight_type::real64));
  });
}

TEST(WeightTypes, FilesGiveBackWhatWasWritten) {
  const std::vector<edge_chunk> graphs = {
      whole_path({1, 2, 3}), whole_path({most_whole, -most_whole, 0}),
      real_path({0.5, -2, 16777216}), real_path({0.1, 1e-46, 1307526243.27, -99999999999.5})};
  for (const std::string suffix : {".orj", ".wel", ".csv", ".tsv", ".mtx"}) {
    for (const edge_chunk& each : graphs) {
      on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
        const shared_path path(team, "weights" + suffix);
        const csr_graph graph = graph_from_edges(team, each.edges.size() + 1, each);
        write_graph(team, graph, path.text());
        const csr_graph again = load_graph(team, path.text());
        EXPECT_EQ(name_of(again.stored_weights()), name_of(graph.stored_weights()));
        EXPECT_EQ(weights_of<exact_number>(team, again), weights_of<exact_number>(team, graph));
        barrier(team);
      });
    }
  }
}

TEST(WeightTypes, KeysAreInTheOrderOfTheirWeights) {
  const std::vector<double> reals = {-1e308, -1.5, -1e-310, 0, 1e-310, 1, 1.00000001, 1e308};
  const std::vector<float> floats = {-3e38F, -1.5F, -1e-40F, 0, 1e-40F, 1, 3e38F};
  const std::vector<std::int64_t> wholes = {-most_whole, -1, 0, 1, 4294967296, most_whole};
  const auto expect_ordered = [](const auto& ascending) {
    for (std::size_t i = 0; i < ascending.size(); ++i) {
      using number = std::decay_t<decltype(ascending[i])>;
      EXPECT_EQ(weight_of_key<number>(key_of(ascending[i])), ascending[i]);
      if (i > 0) { EXPECT_LT(key_of(ascending[i - 1]), key_of(ascending[i])); }
    }
  };
  expect_ordered(reals);
  expect_ordered(floats);
  expect_ordered(wholes);
  EXPECT_EQ(widened_key(weight_kind::integer, 4294967295), key_of(std::int64_t{4294967295}));
  EXPECT_EQ(widened_key(weight_kind::real, key_of(-1.5F)), key_of(-1.5));
}

}  // namespace
}  // namespace orujo::test
