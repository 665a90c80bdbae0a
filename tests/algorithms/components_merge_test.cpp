// Pieces of ranks are merged alike, however few edges are gathered.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include "algorithms/components_graphs.hpp"
#include "orujo/traversal/joining/merge.hpp"

namespace orujo::test::components_merge_tests {

namespace {

using connectivity::merge_pieces;
using connectivity::piece_edge;

/// This rank's edges: each of `listed` between two pieces is known to the rank of its first end.
std::vector<piece_edge> edges_of(rank_team& team, const block_partition& pieces,
                                 const listed_graph& listed) {
  std::vector<piece_edge> own;
  for (const auto& [a, b] : listed.edges) {
    if (a != b && pieces.owner(a) == team.rank()) { own.push_back({a, b}); }
  }
  return own;
}

void expect_least_pieces(const listed_graph& listed, const std::vector<std::uint64_t>& limits) {
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams(all_teams(), [&](rank_team& team) {
    const block_partition pieces = block_partition::even(listed.vertices, team.size());
    for (const std::uint64_t limit : limits) {
      const auto merged = merge_pieces(team, pieces, edges_of(team, pieces, listed), limit);
      const vertex_id first = pieces.first(team.rank());
      ASSERT_EQ(merged.least.size(), pieces.size(team.rank()));
      for (std::size_t i = 0; i < merged.least.size(); ++i) {
        ASSERT_EQ(merged.least[i], expected[first + i])
            << "piece " << first + i << ", limit " << limit;
      }
    }
  });
}

}  // namespace

TEST(components_merge, finds_the_least_piece_for_every_limit_of_gathering) {
  // 300 pieces: gathered at once, by number (1000) or by name (90); contracted first (40, 5);
  // never gathered (0).
  expect_least_pieces(random_graph(3, 300, 80), {1000, 90, 40, 5, 0});
}

TEST(components_merge, finds_the_least_piece_where_trees_are_smaller_than_edges) {
  // 60 pieces with 900 edges, or in eight parts.
  expect_least_pieces(random_graph(4, 60, 900), {2000, 60, 40});
  listed_graph parts = random_graph(5, 60, 900);
  for (auto& [a, b] : parts.edges) { b = b - b % 8 + a % 8; }
  for (auto& [a, b] : parts.edges) { b = b < parts.vertices ? b : a; }
  expect_least_pieces(parts, {2000});
}

}  // namespace orujo::test::components_merge_tests
