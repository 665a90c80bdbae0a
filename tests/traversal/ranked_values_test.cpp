// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/ranked_values.hpp"

#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/graph/builder.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

TEST(greatest_vertices, are_the_same_for_every_team_and_lower_ones_come_first_among_equals) {
  on_teams(all_teams(2), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 100, std::vector<input_edge>{{0, 99}});
    const auto value_of = [&](local_vertex v) -> std::optional<double> {
      const vertex_id own = graph.global(v);
      if (own % 10 == 9) { return std::nullopt; }  // left out
      return static_cast<double>(own / 2 % 25);
    };
    const std::vector<ranked_value> found = greatest_vertices(team, graph, 5, value_of);
    EXPECT_EQ(vertices_of(found), (std::vector<vertex_id>{48, 98, 46, 47, 96}));
    EXPECT_EQ(found.front().value, 24);
    EXPECT_EQ(found.back().value, 23);
    EXPECT_TRUE(greatest_vertices(team, graph, 0, value_of).empty());
    EXPECT_EQ(greatest_vertices(team, graph, 1000, value_of).size(), 90U);
  });
}

}  // namespace
}  // namespace orujo::test
