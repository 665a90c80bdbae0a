// Clustering coefficients: of graphs whose coefficients are known, for every team; and a verifier
// that finds faults.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/clustering/clustering.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/serial_answers.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/clustering/verify.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test::clustering_tests {

namespace {

csr_graph two_way(rank_team& team, const std::string& name) {
  load_options how;
  how.build.directed = false;
  return load_graph(team, name, how);
}

/// With loops and parallel edges, as listed.
csr_graph listed(rank_team& team, vertex_id vertices, const std::vector<input_edge>& edges) {
  build_options how;
  how.directed = false;
  how.keep_self_loops = true;
  how.parallel = parallel_edges::kept;
  return graph_from_edges(team, vertices, std::span<const input_edge>(edges), how);
}

/// Every pair of neighbours is looked up.
std::vector<double> by_hand(const neighbour_lists& lists) {
  std::vector<std::set<vertex_id>> near(lists.size());
  for (vertex_id v = 0; v < lists.size(); ++v) {
    near[v] = {lists[v].begin(), lists[v].end()};
    near[v].erase(v);
  }
  std::vector<double> found;
  for (const std::set<vertex_id>& own : near) {
    double closed = 0;
    for (const vertex_id a : own) {
      for (const vertex_id b : own) { closed += a < b && near[a].contains(b) ? 1 : 0; }
    }
    const auto degree = static_cast<double>(own.size());
    found.push_back(degree < 2 ? 0 : closed / (degree * (degree - 1) / 2));
  }
  return found;
}

/// The neighbours of each vertex whatever the direction, and the edges among them one by one.
std::vector<double> by_hand_directed(vertex_id vertices, const std::vector<input_edge>& edges) {
  std::set<std::pair<vertex_id, vertex_id>> arcs;
  std::vector<std::set<vertex_id>> near(vertices);
  for (const auto& [u, v] : edges) {
    if (u == v) { continue; }
    arcs.insert({u, v});
    near[u].insert(v);
    near[v].insert(u);
  }
  std::vector<double> found;
  for (const std::set<vertex_id>& own : near) {
    double joined = 0;
    for (const vertex_id a : own) {
      for (const vertex_id b : own) { joined += arcs.contains({a, b}) ? 1 : 0; }
    }
    const auto degree = static_cast<double>(own.size());
    found.push_back(degree < 2 ? 0 : joined / (degree * (degree - 1)));
  }
  return found;
}

csr_graph one_way(rank_team& team, vertex_id vertices, const std::vector<input_edge>& edges) {
  build_options how;
  how.directed = true;
  how.in_edges = true;
  how.keep_self_loops = true;
  how.parallel = parallel_edges::kept;
  return graph_from_edges(team, vertices, std::span<const input_edge>(edges), how);
}

}  // namespace

TEST(clustering, is_what_pairs_of_neighbours_say) {
  for (const std::string name : {"kron:7", "smallworld:90:6:0.1", "grid:7x8"}) {
    SCOPED_TRACE(name);
    on_teams(few_teams(), [&](rank_team& team) {
      const csr_graph graph = two_way(team, name);
      const clustering_coefficients found = clustering(team, graph);
      EXPECT_EQ(all_values<double>(team, found.coefficient.span()), by_hand(lists_of(team, graph)));
      expect_none(verify_clustering(team, graph, found));
    });
  }
}

TEST(clustering, has_the_same_average_for_every_number_of_workers) {
  std::vector<double> averages;
  on_teams({team_of(1, 1), team_of(1, 2), team_of(1, 4)}, [&](rank_team& team) {
    averages.push_back(clustering(team, two_way(team, "kron:14")).facts.average);
  });
  for (const double each : averages) { EXPECT_EQ(each, averages.front()); }
}

TEST(clustering, leaves_loops_and_parallel_edges_out) {
  on_teams(few_teams(), [](rank_team& team) {
    // A triangle with a tail; the vertex 4 is alone.
    const csr_graph graph =
        listed(team, 5, {{0, 1}, {1, 2}, {2, 0}, {0, 1}, {1, 1}, {2, 3}, {3, 2}, {3, 3}});
    const clustering_coefficients found = clustering(team, graph);
    EXPECT_EQ(all_values<double>(team, found.coefficient.span()),
              (std::vector<double>{1, 1, 1.0 / 3, 0, 0}));
    EXPECT_EQ(found.facts.triangles, 1U);
    EXPECT_EQ(found.facts.wedges, 5U);
    EXPECT_DOUBLE_EQ(found.facts.average, (2 + 1.0 / 3) / 5);
    EXPECT_DOUBLE_EQ(found.facts.transitivity, 3.0 / 5);
    expect_none(verify_clustering(team, graph, found));
  });
}

TEST(clustering, of_directed_graphs_counts_edges_by_their_directions) {
  // Sparse and dense, with loops and parallel edges; degrees of the last are very different.
  std::vector<std::vector<input_edge>> graphs{random_edges(4, 80, 300), random_edges(5, 40, 900)};
  graphs.push_back(random_edges(6, 200, 600));
  for (vertex_id v = 1; v < 200; ++v) {
    graphs.back().push_back({0, v});
    if (v % 3 == 0) { graphs.back().push_back({v, 0}); }
  }
  for (const std::vector<input_edge>& edges : graphs) {
    const vertex_id vertices = edges.size() == 300 ? 80 : edges.size() == 900 ? 40 : 200;
    const std::vector<double> expected = by_hand_directed(vertices, edges);
    on_teams(all_teams(1), [&](rank_team& team) {
      const csr_graph graph = one_way(team, vertices, edges);
      const clustering_coefficients found = clustering(team, graph, clustering_rule::directed);
      EXPECT_EQ(all_values<double>(team, found.coefficient.span()), expected);
      expect_none(verify_clustering(team, graph, found));
    });
  }
}

TEST(clustering, by_directions_is_the_usual_one_where_edges_lead_both_ways) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = two_way(team, "kron:7");
    const clustering_coefficients usual = clustering(team, graph);
    const clustering_coefficients same = clustering(team, graph, clustering_rule::directed);
    EXPECT_EQ(all_values<double>(team, same.coefficient.span()),
              all_values<double>(team, usual.coefficient.span()));
    EXPECT_EQ(same.facts.transitivity, usual.facts.transitivity);
  });
}

TEST(clustering, by_directions_is_checked_by_a_verifier_that_finds_faults) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = one_way(team, 40, random_edges(5, 40, 300));
    clustering_coefficients other = clustering(team, graph, clustering_rule::directed);
    if (graph.owns(7)) { other.coefficient[graph.local(7)] += 0.001; }
    const auto wrong = verify_clustering(team, graph, other);
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_NE(wrong[0].text().find("vertex 7"), std::string::npos) << wrong[0].text();
    clustering_coefficients facts = clustering(team, graph, clustering_rule::directed);
    facts.facts.transitivity /= 2;
    EXPECT_EQ(verify_clustering(team, graph, facts).size(), 1U);
    facts.facts.transitivity *= 2;
    ++facts.facts.triangles;
    EXPECT_EQ(verify_clustering(team, graph, facts).size(), 1U);
  });
}

TEST(clustering, of_no_vertices_and_of_directed_graphs) {
  on_teams(few_teams(), [](rank_team& team) {
    const clustering_coefficients none = clustering(team, listed(team, 0, {}));
    EXPECT_EQ(none.facts.average, 0);
    EXPECT_EQ(none.facts.transitivity, 0);
    build_options one_way;
    one_way.directed = true;
    const std::vector<input_edge> edges{{0, 1}};
    const csr_graph single = graph_from_edges(team, 2, std::span<const input_edge>(edges), one_way);
    EXPECT_THROW(static_cast<void>(clustering(team, single)), agreed_error);
  });
}

TEST(clustering, is_checked_by_a_verifier_that_finds_faults) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = two_way(team, "smallworld:90:6:0.1");
    clustering_coefficients odd = clustering(team, graph);
    if (graph.owns(7)) { odd.coefficient[graph.local(7)] += 0.01; }
    const auto no_share = verify_clustering(team, graph, odd);
    ASSERT_EQ(no_share.size(), 1U);
    EXPECT_NE(no_share[0].text().find("vertex 7"), std::string::npos) << no_share[0].text();
    clustering_coefficients other = clustering(team, graph);
    if (graph.owns(7)) { other.coefficient[graph.local(7)] = 1; }
    EXPECT_FALSE(verify_clustering(team, graph, other).empty());
    clustering_coefficients facts = clustering(team, graph);
    facts.facts.transitivity /= 2;
    EXPECT_EQ(verify_clustering(team, graph, facts).size(), 1U);
    facts.facts.transitivity *= 2;
    ++facts.facts.wedges;
    EXPECT_EQ(verify_clustering(team, graph, facts).size(), 1U);
  });
}

}  // namespace orujo::test::clustering_tests
