// Each edge is visited by the worker whose part its target is in, and parts have as many edges.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/target_split.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "traversal/given_graph.hpp"

namespace orujo::test {

namespace {

/// How many edges each worker visits; each vertex is counted for the edges that lead there.
struct visits {
  std::vector<std::uint64_t> by_worker;
  std::vector<std::uint64_t> by_target;
};

visits visits_of(rank_team& team, const csr_graph& graph) {
  std::vector<local_vertex> all(graph.num_local());
  for (local_vertex v = 0; v < all.size(); ++v) { all[v] = v; }
  const target_split split(team, graph);
  visits found{
      .by_worker = std::vector<std::uint64_t>(static_cast<std::size_t>(team.num_workers())),
      .by_target = std::vector<std::uint64_t>(graph.num_local())};
  for (int w = 0; w < team.num_workers(); ++w) {
    found.by_worker[static_cast<std::size_t>(w)] =
        split.visit_part(team.worker_at(w), graph.out_edges(), all,
                         [&](local_vertex target) { ++found.by_target[target]; });
  }
  return found;
}

}  // namespace

TEST(target_split, gives_each_edge_to_one_worker) {
  for (const given_graph& list : {random_list(1, 300, 4000), star_list(50), path_list(3)}) {
    std::vector<std::uint64_t> expected(list.vertices);
    for (const input_edge& each : list.edges) { ++expected[each.target]; }
    for (const int workers : {1, 2, 4, 7}) {
      run_team(team_of(1, workers), [&](rank_team& team) {
        const csr_graph graph = list.graph(team);
        EXPECT_EQ(visits_of(team, graph).by_target, expected) << workers;
      });
    }
  }
}

TEST(target_split, gives_workers_as_many_edges_though_few_vertices_have_most) {
  given_graph list{.vertices = 1000, .edges = {}};
  for (vertex_id v = 0; v < 1000; ++v) {
    for (vertex_id low = 0; low < 10; ++low) { list.edges.push_back({v, low}); }
    list.edges.push_back({v, 999 - v});
  }
  run_team(team_of(1, 4), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    const std::vector<std::uint64_t> found = visits_of(team, graph).by_worker;
    const auto [least, most] = std::minmax_element(found.begin(), found.end());
    EXPECT_LE(*most - *least, 1100U);
  });
}

}  // namespace orujo::test
