// News that spread in any order lead to the same end on every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/spreading.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/traversal/isolation.hpp"
#include "traversal/given_graph.hpp"

namespace orujo::test {
namespace {

/// Each vertex learns of the least vertex that a path from it leads here. A vertex may tell the
/// same twice.
struct least_source {
  const csr_graph& graph;
  std::vector<vertex_id>& least;

  bool hear(local_vertex v, vertex_id what) { return isolation::atomic::lower(least[v], what); }
  bool passes(local_vertex ghost, vertex_id what) {
    return isolation::atomic::lower(least[ghost], what);
  }
  template <typename Tell>
  void spread(local_vertex v, Tell tell) {
    const vertex_id known = isolation::atomic::load(least[v]);
    for (const local_vertex next : graph.out_edges().row(v)) { tell(next, known); }
  }
};

void expect_least_sources(const given_graph& list) {
  const std::vector<vertex_id> expected = serial_least(list);
  on_teams(all_teams(), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    std::vector<vertex_id> least;
    for (local_vertex v = 0; v < graph.num_local() + graph.num_ghosts(); ++v) {
      least.push_back(graph.global(v));
    }
    least_source rule{graph, least};
    spreading<least_source> told(team, graph, rule, "test");
    told.begin_where([](local_vertex) { return true; });
    EXPECT_GE(told.run(), graph.num_vertices());  // each has told at least once
    least.resize(graph.num_local());
    EXPECT_EQ(all_values<vertex_id>(team, least), expected);
  });
}

TEST(spreading, reaches_all_that_paths_lead_to_on_every_team) {
  expect_least_sources(random_list(11, 400, 700));
  expect_least_sources(path_list(300));
}

TEST(spreading, tells_nothing_where_none_begins) {
  const given_graph list = path_list(50);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    std::vector<vertex_id> least(std::size_t{graph.num_local()} + graph.num_ghosts());
    least_source rule{graph, least};
    spreading<least_source> told(team, graph, rule, "test");
    told.begin_where([](local_vertex) { return false; });
    EXPECT_EQ(told.run(), 0U);
  });
}

}  // namespace
}  // namespace orujo::test
