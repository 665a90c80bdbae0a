// Paths and forests along weights that need 64 bits, or that are negative.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/forest_graphs.hpp"
#include "algorithms/sssp_graphs.hpp"
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/algorithms/spanning_forest/verify.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/sssp/verify.hpp"
#include "orujo/algorithms/widest/verify.hpp"
#include "orujo/algorithms/widest/widest.hpp"
#include "support/teams.hpp"

namespace orujo::test::wide_weights_tests {
namespace {

std::vector<launch_options> wide_teams() {
  return {team_of(1, 1), team_of(1, 4), team_of(2, 2), team_of(3, 1),
          team_of(8, 1, sim_model_of(5))};
}

/// The text of the error that `work` ends with on every rank.
template <typename Work>
std::string refusal_of(Work work) {
  try {
    work();
  } catch (const agreed_error& problem) {
    EXPECT_EQ(problem.code(), exit_code::input);
    return problem.what();
  }
  return "no error";
}

TEST(WideWeights, DistancesAreExactBeyondDoubles) {
  constexpr std::int64_t large = (std::int64_t{1} << 53) + 1;
  const edge_chunk edges = {{{0, 1}, {1, 2}, {0, 2}}, {}, {large, large, 2 * large + 1}};
  on_teams(wide_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 4, edges);
    const sssp_distances found = sssp(team, graph, 0);
    EXPECT_EQ(all_values<std::uint64_t>(team, found.whole.span()),
              (std::vector<std::uint64_t>{0, large, 2 * large, no_distance}));
    EXPECT_EQ(found.facts.max_distance, static_cast<exact_number>(2 * large));
    EXPECT_EQ(found.facts.distance_sum, static_cast<exact_number>(3 * large));
    EXPECT_TRUE(verify_sssp(team, graph, 0, found).empty());
  });
}

TEST(WideWeights, ADistanceBeyond63BitsIsRefused) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  on_teams(wide_teams(), [&](rank_team& team) {
    const csr_graph fits = graph_from_edges(team, 2, edge_chunk{{{0, 1}}, {}, {most}});
    EXPECT_EQ(sssp(team, fits, 0).facts.max_distance, static_cast<exact_number>(most));
    const csr_graph beyond = graph_from_edges(team, 3, edge_chunk{{{0, 1}, {1, 2}}, {}, {most, 1}});
    EXPECT_NE(refusal_of([&] { static_cast<void>(sssp(team, beyond, 0)); }).find("is beyond"),
              std::string::npos);
    const csr_graph endless =
        graph_from_edges(team, 3, edge_chunk{{{0, 1}, {1, 2}}, {1e308, 1e308}});
    EXPECT_NE(refusal_of([&] { static_cast<void>(sssp(team, endless, 0)); }).find("1e+308"),
              std::string::npos);
  });
}

TEST(WideWeights, ShortestPathsRefuseNegativeOnesOfEveryType) {
  on_teams(wide_teams(), [](rank_team& team) {
    for (const edge_chunk& edges :
         {edge_chunk{{{0, 1}, {1, 2}}, {}, {4, -3}}, edge_chunk{{{0, 1}, {1, 2}}, {0.5, -3}},
          edge_chunk{{{0, 1}, {1, 2}}, {0.1, -3}}}) {
      const csr_graph graph = graph_from_edges(team, 3, edges);
      const std::string said = refusal_of([&] { sssp_search search(team, graph); });
      EXPECT_NE(said.find("edges in memory: "), std::string::npos) << said;
      EXPECT_NE(said.find("the least is -3"), std::string::npos) << said;
    }
  });
}

TEST(WideWeights, SmallDifferencesOfRealsDecide) {
  const edge_chunk edges = {{{0, 1}, {1, 2}, {0, 2}}, {1.00000001, 1.0, 1.0}};
  on_teams(wide_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, edges, {.directed = false});
    const spanning_forest forest = minimum_spanning_forest(team, graph);
    EXPECT_EQ(whole_forest(team, forest), (edge_rows{{0, 2, 1.0}, {1, 2, 1.0}}));
    const path_widths widths = widest(team, graph, 0);
    EXPECT_EQ(all_values<double>(team, widths.real.span()),
              (std::vector<double>{std::numeric_limits<double>::max(), 1.00000001, 1.0}));
  });
}

TEST(WideWeights, SumsOfRealsMayBeBeyondAllDoubles) {
  const vertex_id vertices = 400;
  edge_chunk path;
  for (vertex_id v = 0; v + 1 < vertices; ++v) {
    path.edges.push_back({v, v + 1});
    path.weights.push_back(1e305);
  }
  on_teams(wide_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, vertices, path);
    const sssp_distances found = sssp(team, graph, 0);
    EXPECT_TRUE(std::isfinite(found.facts.distance_sum));
    EXPECT_TRUE(verify_sssp(team, graph, 0, found).empty());
    const path_widths widths = widest(team, graph, 0);
    EXPECT_TRUE(verify_widest(team, graph, 0, widths).empty());
  });
}

// The differences of widths may be infinite, which is no rank of an order.
TEST(WideWeights, WidthsMayDifferByMoreThanAllDoubles) {
  const edge_chunk edges = {{{0, 1}, {1, 2}, {2, 3}}, {-1.7e308, 1.7e308, 1.6e308}};
  for (const order_kind order :
       {order_kind::strict, order_kind::buckets, order_kind::levels, order_kind::unordered,
        order_kind::priority_per_worker, order_kind::priority_per_rank}) {
    on_teams(wide_teams(), [&](rank_team& team) {
      const csr_graph graph = graph_from_edges(team, 4, edges);
      const path_widths found =
          widest(team, graph, 0, {.order = work_order{.kind = order, .width = 0}});
      EXPECT_EQ(
          all_values<double>(team, found.real.span()),
          (std::vector<double>{std::numeric_limits<double>::max(), -1.7e308, -1.7e308, -1.7e308}))
          << static_cast<int>(order);
      EXPECT_TRUE(verify_widest(team, graph, 0, found).empty());
    });
  }
}

/// Random graphs with weights of every type, negative ones among them.
std::vector<weighted_graph> graphs_of_every_type() {
  const auto spread = [](random_stream& random, double unit) {
    return unit * (static_cast<double>(random.below(41)) - 20);
  };
  std::vector<weighted_graph> graphs;
  for (const double unit : {1.0, 0.5, 0.1, 4294967296.0}) {
    graphs.push_back(
        random_weighted(7, 150, 700, [&](random_stream& random) { return spread(random, unit); }));
  }
  return graphs;
}

TEST(WideWeights, ForestsAreThoseOfASerialProgram) {
  for (const weighted_graph& listed : graphs_of_every_type()) {
    const edge_rows expected = serial_forest(listed);
    on_teams(wide_teams(), [&](rank_team& team) {
      const csr_graph graph =
          graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
      const spanning_forest forest = minimum_spanning_forest(team, graph);
      EXPECT_EQ(whole_forest(team, forest), expected) << name_of(graph.stored_weights());
      EXPECT_TRUE(verify_spanning_forest(team, graph, forest).empty());
    });
  }
}

/// How wide the widest paths are: edges are taken from the widest on until they join the ends.
std::vector<double> plain_widths(const weighted_graph& graph, vertex_id source, double none) {
  edge_rows rows = rows_of(graph);
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return std::get<2>(a) > std::get<2>(b); });
  std::vector<vertex_id> group(graph.vertices);
  std::iota(group.begin(), group.end(), vertex_id{0});
  std::vector<double> widths(graph.vertices, none);
  for (const auto& [a, b, weight] : rows) {
    const vertex_id from = group[a];
    const vertex_id to = group[b];
    if (from == to) { continue; }
    for (vertex_id v = 0; v < graph.vertices; ++v) {
      const bool joins =
          (group[v] == from && group[source] == to) || (group[v] == to && group[source] == from);
      if (joins) { widths[v] = weight; }
    }
    const vertex_id kept = group[source] == from ? from : to;
    const vertex_id lost = kept == from ? to : from;
    std::replace(group.begin(), group.end(), lost, kept);
  }
  return widths;
}

/// Checks the widths of owned vertices; `expected` is -infinity where nothing gets to. The source
/// is vertex 3.
void expect_widths(const csr_graph& graph, const path_widths& found,
                   const std::vector<double>& expected) {
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const vertex_id id = graph.global(v);
    EXPECT_EQ(found.reaches(v), id == 3 || std::isfinite(expected[id])) << id;
    if (id == 3 || !found.reaches(v)) { continue; }
    const double width = found.whole.empty() ? found.real[v] : static_cast<double>(found.whole[v]);
    EXPECT_EQ(width, expected[id]) << id;
  }
}

TEST(WideWeights, WidthsMayBeNegative) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  for (const weighted_graph& listed : graphs_of_every_type()) {
    const std::vector<double> expected = plain_widths(listed, 3, -endless);
    on_teams(wide_teams(), [&](rank_team& team) {
      const csr_graph graph =
          graph_from_edges(team, listed.vertices, listed.edges,
                           {.directed = false, .parallel = parallel_edges::greatest});
      for (const order_kind kind : {order_kind::buckets, order_kind::strict, order_kind::unordered,
                                    order_kind::priority_per_worker}) {
        const path_widths found = widest(team, graph, 3, {.order = work_order{kind, 0}});
        EXPECT_TRUE(verify_widest(team, graph, 3, found).empty());
        expect_widths(graph, found, expected);
      }
    });
  }
}

}  // namespace
}  // namespace orujo::test::wide_weights_tests
