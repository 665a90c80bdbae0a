// Sources are drawn from those with edges, once each while there are others.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/drawn_sources.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "support/teams.hpp"
#include "traversal/given_graph.hpp"

namespace orujo::test {

namespace {

/// An edge from each vertex below `sources` to the next one, of `vertices`.
given_graph with_sources(vertex_id vertices, vertex_id sources) {
  given_graph list{.vertices = vertices, .edges = {}};
  for (vertex_id v = 0; v < sources; ++v) { list.edges.push_back({v, (v + 1) % vertices}); }
  return list;
}

std::vector<vertex_id> drawn_from(const given_graph& list, std::uint64_t count,
                                  const launch_options& options) {
  std::vector<vertex_id> drawn;
  on_teams({options}, [&](rank_team& team) {
    const std::vector<vertex_id> here = draw_sources(team, list.graph(team), 7, count);
    if (index_of(team.rank()) == 0) { drawn = here; }
    std::vector<vertex_id> least =
        all_reduce(team, here, [](vertex_id a, vertex_id b) { return std::min(a, b); });
    EXPECT_EQ(least, here);
  });
  return drawn;
}

}  // namespace

TEST(drawn_sources, are_the_same_on_every_team) {
  if (under_mpirun()) { return; }
  const given_graph list = random_list(3, 500, 900);
  const std::vector<vertex_id> first = drawn_from(list, 40, team_of(1, 1));
  for (const launch_options& options : few_teams()) {
    EXPECT_EQ(drawn_from(list, 40, options), first) << name_of(options);
  }
}

TEST(drawn_sources, come_once_while_others_with_edges_are_left) {
  if (under_mpirun()) { return; }
  const std::vector<vertex_id> all = drawn_from(with_sources(90, 60), 60, team_of(2, 1));
  EXPECT_EQ(std::set<vertex_id>(all.begin(), all.end()).size(), 60U);
  EXPECT_LT(*std::max_element(all.begin(), all.end()), 60U);
}

TEST(drawn_sources, come_as_often_as_each_other_where_more_are_asked_for) {
  if (under_mpirun()) { return; }
  for (const vertex_id vertices : {5U, 9U}) {
    SCOPED_TRACE(vertices);
    const std::vector<vertex_id> many = drawn_from(with_sources(vertices, 5), 15, team_of(2, 1));
    for (vertex_id v = 0; v < 5; ++v) { EXPECT_EQ(std::count(many.begin(), many.end(), v), 3); }
  }
}

TEST(drawn_sources, are_those_without_edges_where_there_are_no_others) {
  if (under_mpirun()) { return; }
  const std::vector<vertex_id> any = drawn_from(with_sources(30, 0), 30, team_of(3, 1));
  EXPECT_EQ(std::set<vertex_id>(any.begin(), any.end()).size(), 30U);
}

TEST(vertices_with_edges, are_the_same_on_every_rank) {
  const given_graph list{.vertices = 9, .edges = {{1, 2}, {2, 8}, {8, 1}, {3, 8}}};
  on_teams(all_teams(1), [&](rank_team& team) {
    EXPECT_EQ(vertices_with_edges(team, list.graph(team)), (std::vector<vertex_id>{1, 2, 3, 8}));
  });
}

TEST(drawn_sources, of_one_run_are_all_that_there_are_if_they_are_no_more) {
  const given_graph list = with_sources(90, 60);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    const std::vector<vertex_id> all = vertices_with_edges(team, graph);
    EXPECT_EQ(all.size(), 60U);
    EXPECT_EQ(num_vertices_with_edges(team, graph), 60U);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    EXPECT_EQ(draw_sources_once(team, graph, 7, 60), all);
    EXPECT_EQ(draw_sources_once(team, graph, 7, 1000), all);
    EXPECT_EQ(draw_sources_once(team, graph, 7, 59), draw_sources(team, graph, 7, 59));
  });
}

}  // namespace orujo::test
