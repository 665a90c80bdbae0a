// A neighbourhood is what a search reaches in as many levels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/neighbourhood.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "traversal/given_graph.hpp"

namespace orujo::test {
namespace {

std::vector<std::uint8_t> serial_neighbourhood(const given_graph& list, vertex_id centre,
                                               const reach_options& options) {
  const bool goes_on = options.way != edge_way::backwards;
  const bool goes_back = options.way != edge_way::forwards;
  std::vector<std::uint8_t> is_within(list.vertices);
  is_within[centre] = 1;
  for (std::uint64_t hop = 0; hop < options.hops && hop < list.vertices; ++hop) {
    const std::vector<std::uint8_t> before = is_within;
    for (const input_edge& each : list.edges) {
      if (goes_on && before[each.source] != 0) { is_within[each.target] = 1; }
      if (goes_back && before[each.target] != 0) { is_within[each.source] = 1; }
    }
  }
  return is_within;
}

TEST(neighbourhood, is_all_within_some_hops_on_every_team) {
  const given_graph list = random_list(5, 300, 500);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    for (const std::uint64_t hops : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3},
                                     std::numeric_limits<std::uint64_t>::max()}) {
      for (const edge_way way : {edge_way::forwards, edge_way::backwards, edge_way::either}) {
        const auto found = neighbourhood_of(team, graph, 7, {hops, way});
        EXPECT_EQ(all_values<std::uint8_t>(team, found), serial_neighbourhood(list, 7, {hops, way}))
            << hops << " " << static_cast<int>(way);
      }
    }
  });
}

}  // namespace
}  // namespace orujo::test
