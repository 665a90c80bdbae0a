// Diameters and eccentricities: against a search from every vertex, for every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/diameter/diameter.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/serial_answers.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/diameter/verify.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test::diameter_tests {

namespace {

csr_graph roads_of(rank_team& team, const std::string& name) {
  load_options how;
  how.build.directed = false;
  return load_graph(team, name, how);
}

std::uint32_t eccentricity_by_hand(const neighbour_lists& lists, vertex_id source) {
  std::vector<std::int64_t> depth(lists.size(), -1);
  std::deque<vertex_id> queue{source};
  depth[source] = 0;
  std::int64_t farthest = 0;
  for (; !queue.empty(); queue.pop_front()) {
    farthest = depth[queue.front()];
    for (const vertex_id next : lists[queue.front()]) {
      if (depth[next] >= 0) { continue; }
      depth[next] = farthest + 1;
      queue.push_back(next);
    }
  }
  return static_cast<std::uint32_t>(farthest);
}

/// Call: collective.
std::vector<std::uint32_t> eccentricities_by_hand(rank_team& team, const csr_graph& graph) {
  const neighbour_lists lists = lists_of(team, graph);
  std::vector<std::uint32_t> all;
  for (vertex_id v = 0; v < lists.size(); ++v) { all.push_back(eccentricity_by_hand(lists, v)); }
  return all;
}

std::vector<launch_options> some_teams() {
  if (under_mpirun()) { return few_teams(); }
  return {team_of(1, 1), team_of(1, 4), team_of(3, 2), team_of(2, 1, sim_model_of(1)),
          team_of(8, 1, sim_model_of(2))};
}

}  // namespace

TEST(diameter, is_the_greatest_of_all_eccentricities) {
  for (const std::string name : {"kron:5", "grid:5x8", "smallworld:40:4:0.05"}) {
    SCOPED_TRACE(name);
    diameter_facts first;
    on_teams(some_teams(), [&](rank_team& team) {
      const csr_graph graph = roads_of(team, name);
      const std::vector<std::uint32_t> expected = eccentricities_by_hand(team, graph);
      const eccentricity_bounds found = diameter(team, graph);
      EXPECT_EQ(found.facts.diameter, *std::max_element(expected.begin(), expected.end()));
      EXPECT_EQ(expected[found.facts.peripheral], found.facts.diameter);
      EXPECT_EQ(expected[found.facts.central], found.facts.radius);
      expect_none(verify_diameter(team, graph, found));
      const auto least = all_values<std::uint32_t>(team, found.least.span());
      const auto most = all_values<std::uint32_t>(team, found.most.span());
      for (std::size_t v = 0; v < expected.size(); ++v) {
        EXPECT_LE(least[v], expected[v]) << v;
        EXPECT_GE(most[v], expected[v]) << v;
      }
      if (index_of(team.rank()) != 0) { return; }
      if (first.searches == 0) { first = found.facts; }
      EXPECT_EQ(found.facts.searches, first.searches);  // whatever the team
      EXPECT_EQ(found.facts.peripheral, first.peripheral);
    });
  }
}

TEST(diameter, finds_all_eccentricities_where_they_are_wanted) {
  for (const std::string name : {"kron:6", "grid:4x7"}) {
    on_teams(some_teams(), [&](rank_team& team) {
      const csr_graph graph = roads_of(team, name);
      const std::vector<std::uint32_t> expected = eccentricities_by_hand(team, graph);
      const eccentricity_bounds found = diameter(team, graph, diameter_goal::eccentricities);
      EXPECT_EQ(all_values<std::uint32_t>(team, found.least.span()), expected);
      EXPECT_EQ(all_values<std::uint32_t>(team, found.most.span()), expected);
      EXPECT_LT(found.facts.searches, expected.size());
    });
  }
}

TEST(diameter, looks_at_all_components_and_takes_the_radius_of_the_largest) {
  on_teams(few_teams(), [](rank_team& team) {
    // A path of four vertices, a star of five, an edge, a vertex alone, a loop and a parallel edge.
    const std::vector<input_edge> edges{{0, 1}, {1, 2}, {2, 3},  {4, 5},  {4, 6},
                                        {4, 7}, {4, 8}, {9, 10}, {9, 10}, {10, 10}};
    build_options how;
    how.directed = false;
    how.keep_self_loops = true;
    how.parallel = parallel_edges::kept;
    const csr_graph graph = graph_from_edges(team, 12, std::span<const input_edge>(edges), how);
    const eccentricity_bounds found = diameter(team, graph);
    EXPECT_EQ(found.facts.diameter, 3U);
    EXPECT_EQ(found.facts.peripheral % 3, 0U);  // an end of the path
    EXPECT_EQ(found.facts.radius, 1U);
    EXPECT_EQ(found.facts.central, 4U);
    expect_none(verify_diameter(team, graph, found));
  });
}

TEST(diameter, of_nothing_and_of_directed_graphs) {
  on_teams(few_teams(), [](rank_team& team) {
    build_options how;
    how.directed = false;
    const csr_graph none = graph_from_edges(team, 0, std::span<const input_edge>(), how);
    EXPECT_EQ(diameter(team, none).facts.diameter, 0U);
    const csr_graph apart = graph_from_edges(team, 3, std::span<const input_edge>(), how);
    EXPECT_EQ(diameter(team, apart).facts.diameter, 0U);
    EXPECT_EQ(diameter(team, apart).facts.searches, 0U);
    how.directed = true;
    const csr_graph single = graph_from_edges(team, 3, std::span<const input_edge>(), how);
    EXPECT_THROW(static_cast<void>(diameter(team, single)), agreed_error);
  });
}

TEST(diameter, is_checked_by_a_verifier_that_finds_faults) {
  on_teams(some_teams(), [](rank_team& team) {
    const csr_graph graph = roads_of(team, "grid:4x5");
    eccentricity_bounds found = diameter(team, graph, diameter_goal::eccentricities);
    --found.facts.diameter;
    EXPECT_FALSE(verify_diameter(team, graph, found).empty());
    ++found.facts.diameter;
    ++found.facts.radius;
    EXPECT_FALSE(verify_diameter(team, graph, found).empty());
    --found.facts.radius;
    expect_none(verify_diameter(team, graph, found));
    if (graph.owns(7)) { ++found.least[graph.local(7)]; }
    const auto wrong = verify_diameter(team, graph, found);
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_NE(wrong[0].text().find("vertex 7"), std::string::npos) << wrong[0].text();
  });
}

}  // namespace orujo::test::diameter_tests
