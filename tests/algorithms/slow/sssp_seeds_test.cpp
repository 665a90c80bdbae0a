// Shortest paths under every order with fifty schedules of messages, and on every family of graphs.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/sssp_graphs.hpp"
#include "algorithms/sssp_orders.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// A team for each of `seeds` schedules of messages: 2, 3 and 8 ranks with 1, 2 and 4 workers in
/// turn.
std::vector<launch_options> simulated_teams(int seeds) {
  constexpr std::array ranks{2, 3, 8};
  constexpr std::array workers{1, 2, 4};
  std::vector<launch_options> teams;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto shape = static_cast<std::size_t>(seed) % 9;
    teams.push_back(team_of(ranks[shape % 3], workers[shape / 3], sim_model_of(seed)));
  }
  return teams;
}

}  // namespace

TEST(sssp_seeds, agree_with_dijkstra_under_every_order) {
  const auto weight = [](random_stream& random) { return random.below(40); };
  const weighted_graph listed = random_weighted(21, 150, 500, weight);
  const auto expected = serial_distances<std::uint64_t>(listed, false, 3, no_distance);
  on_teams(simulated_teams(50), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
    for (const work_order& order : all_sssp_orders()) {
      SCOPED_TRACE(text_of(order));
      sssp_search search(team, graph, {.order = order});
      const sssp_distances& found = search.run(3);
      EXPECT_EQ(all_values<std::uint64_t>(team, found.whole.span()), expected);
      expect_consistent(search, found.facts);
    }
  });
}

TEST(sssp_seeds, are_verified_on_every_family_of_graphs_under_every_order) {
  const std::vector<launch_options> teams = {team_of(1, 1), team_of(1, 4), team_of(2, 2),
                                             team_of(3, 2, sim_model_of(4)),
                                             team_of(8, 1, sim_model_of(5))};
  for (const char* spec : {"rmat:8:16:ER", "rmat:8:16:G500", "rmat:8:16:G", "rmat:8:16:B",
                           "rmat:8:16:G~", "random4n:9", "uniform:8", "grid:16x21"}) {
    SCOPED_TRACE(spec);
    on_teams(teams, [&](rank_team& team) {
      load_options how;
      how.build.weights = {.from = weight_origin::random, .low = 0, .high = 255};
      const csr_graph graph = load_graph(team, spec, how);
      for (const work_order& order : all_sssp_orders()) {
        SCOPED_TRACE(text_of(order));
        sssp_search search(team, graph, {.order = order});
        const sssp_distances& found = search.run(1);
        EXPECT_EQ(problems_of(team, graph, 1, found), std::vector<std::string>{});
        expect_consistent(search, found.facts);
      }
    });
  }
}

}  // namespace orujo::test
