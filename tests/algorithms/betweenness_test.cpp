// Betweenness equals its definition on every team and with every method.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/betweenness/betweenness.hpp"

#include <cmath>
#include <set>
#include <utility>

#include "algorithms/betweenness_graphs.hpp"
#include "orujo/algorithms/betweenness/verify.hpp"
#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test::betweenness_tests {

namespace {

constexpr betweenness_method methods[] = {betweenness_method::direction_optimizing,
                                          betweenness_method::pull, betweenness_method::push};

/// Scores of all vertices, in their order, and whether the verifier agrees.
std::vector<double> scores_of(rank_team& team, const csr_graph& graph,
                              std::span<const vertex_id> sources,
                              const betweenness_options& options = {}) {
  const betweenness_scores found = betweenness(team, graph, sources, options);
  for (const auto& wrong :
       verify_betweenness(team, graph, {found.score.span(), sources, options})) {
    ADD_FAILURE() << wrong.text();
  }
  EXPECT_EQ(found.facts.sources, sources.size());
  return gather(team, found.score);
}

void expect_close(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) {
    EXPECT_NEAR(found[v], expected[v], 1e-10 * (1 + std::abs(expected[v]))) << "vertex " << v;
  }
}

edge_list without_loops_and_duplicates(const edge_list& edges, bool one_way) {
  std::set<std::pair<vertex_id, vertex_id>> kept;
  for (const auto& [source, target] : edges) {
    if (source == target) { continue; }
    const bool turned = !one_way && target < source;
    kept.insert(turned ? std::pair(target, source) : std::pair(source, target));
  }
  edge_list list;
  for (const auto& [source, target] : kept) { list.push_back({source, target}); }
  return list;
}

void expect_right(vertex_id vertices, const edge_list& all_edges, bool one_way) {
  const edge_list edges = without_loops_and_duplicates(all_edges, one_way);
  const plain_graph plain(vertices, edges, one_way);
  const std::vector<vertex_id> sources = {vertices - 1, 3, 0, 3};
  const auto expected = plain_dependencies(plain, sources);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, vertices, edges, {.directed = one_way});
    for (const betweenness_method method : methods) {
      SCOPED_TRACE(static_cast<int>(method));
      expect_close(scores_of(team, graph, sources,
                             {.method = method, .scale = betweenness_scale::dependency}),
                   expected);
    }
  });
}

}  // namespace

//      1
//    /   \             two shortest paths from 0 to 3, and a tail
//  0       3 - 4
//    \   /
//      2
TEST(betweenness, shares_a_pair_among_its_shortest_paths) {
  const edge_list edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 5, edges, undirected);
    const auto sources = all_vertices(5);
    for (const betweenness_method method : methods) {
      // 0-3 and 0-4 by halves; 3 lies between 4 and all others, and with 0 between 1 and 2.
      expect_close(scores_of(team, graph, sources, {.method = method}), {0.5, 1, 1, 3.5, 0});
      expect_close(scores_of(team, graph, sources,
                             {.method = method, .scale = betweenness_scale::normalized}),
                   {0.5 / 6, 1.0 / 6, 1.0 / 6, 3.5 / 6, 0});
    }
    const std::vector<vertex_id> tail = {4};
    expect_close(scores_of(team, graph, tail, {.scale = betweenness_scale::dependency}),
                 {0, 0.5, 0.5, 3, 0});
    expect_close(scores_of(team, graph, tail, {.candidates = 2}), {0, 0.5, 0.5, 3, 0});
  });
}

//  0 → 1 → 2 → 0    2 → 3
TEST(betweenness, follows_the_direction_of_edges) {
  const edge_list edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 4, edges, directed);
    for (const betweenness_method method : methods) {
      expect_close(scores_of(team, graph, all_vertices(4), {.method = method}), {1, 2, 3, 0});
    }
  });
}

TEST(betweenness, equals_its_definition_on_random_graphs) {
  for (const std::uint64_t edges : {70U, 400U}) {
    SCOPED_TRACE(edges);
    expect_right(90, random_edges(edges, 90, edges), false);
    expect_right(90, random_edges(edges, 90, edges), true);
  }
}

TEST(betweenness, equals_its_definition_on_a_long_path) { expect_right(20, path_to(19), false); }

// Of each pair, the vertices inside its paths are one fewer than its distance, path by path.
TEST(betweenness, adds_up_to_the_distances_less_one_on_larger_graphs) {
  const std::vector<launch_options> teams = {team_of(1, 1), team_of(1, 4), team_of(3, 2),
                                             team_of(8, 1, sim_model_of(2))};
  on_teams(teams, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 9000, random_edges(5, 9000, 60000), undirected);
    const std::vector<vertex_id> sources = {7, 4711};
    double expected = 0;
    for (const vertex_id source : sources) {
      const bfs_facts facts = bfs(team, graph, source).facts;
      expected += static_cast<double>(facts.depth_sum - (facts.reached - 1));
    }
    for (const betweenness_method method : methods) {
      const auto scores = scores_of(team, graph, sources,
                                    {.method = method, .scale = betweenness_scale::dependency});
      EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), expected, 1e-9 * expected);
    }
  });
}

// All levels of a grid are thin. Where a path ends in a star, the level of the star is not, and the
// source is walked from by all workers from the beginning.
TEST(betweenness, is_the_same_whether_one_worker_goes_through_thin_levels_or_all_do) {
  on_teams({team_of(1, 1), team_of(1, 2), team_of(1, 4), team_of(3, 1)}, [](rank_team& team) {
    const bool may_be_thin = team.size() == 1;
    const auto expect_alike = [&](const csr_graph& graph, std::span<const vertex_id> sources,
                                  std::uint64_t thin_sources) {
      const betweenness_scores found = betweenness(team, graph, sources);
      const betweenness_scores pushed =
          betweenness(team, graph, sources, {.method = betweenness_method::push});
      expect_close(gather(team, found.score), gather(team, pushed.score));
      EXPECT_EQ(found.facts.thin_sources, may_be_thin ? thin_sources : 0);
      EXPECT_EQ(pushed.facts.thin_sources, 0U);
      EXPECT_EQ(found.facts.edges_reached, pushed.facts.edges_reached);
      EXPECT_EQ(found.facts.depth_sum, pushed.facts.depth_sum);
      EXPECT_EQ(found.facts.max_depth, pushed.facts.max_depth);
    };
    edge_list grid;
    constexpr vertex_id side = 24;
    for (vertex_id v = 0; v < side * side; ++v) {
      if (v % side + 1 < side) { grid.push_back({v, v + 1}); }
      if (v + side < side * side) { grid.push_back({v, v + side}); }
    }
    const std::vector<vertex_id> sources = {0, side * side / 2, 0, side * side + 1};
    // two vertices apart: what a source reaches is forgotten before the next one
    expect_alike(graph_from_edges(team, side * side + 2, grid, undirected), sources, 4);
    expect_alike(graph_from_edges(team, side * side + 2, grid, directed), sources, 4);

    edge_list star = path_to(9);
    for (vertex_id v = 10; v < 5000; ++v) { star.push_back({9, v}); }
    star.push_back({5000, 5001});
    expect_alike(graph_from_edges(team, 5002, star, undirected),
                 std::vector<vertex_id>{0, 5001, 4000, 5000}, 2);
  });
}

TEST(betweenness, of_no_sources_is_zero_and_of_no_vertices_is_nothing) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph some = graph_from_edges(team, 4, path_to(3), undirected);
    expect_close(scores_of(team, some, {}), {0, 0, 0, 0});
    const csr_graph none = graph_from_edges(team, 0, edge_list{}, undirected);
    expect_close(scores_of(team, none, {}), {});
  });
}

TEST(betweenness, by_pulling_is_the_same_bit_for_bit_whatever_the_number_of_workers) {
  const edge_list edges = random_edges(3, 20000, 100000);
  const std::vector<vertex_id> sources = {1, 19000};
  for (const int ranks : {1, 3}) {
    std::vector<double> first;
    for (const int workers : {1, 2, 4}) {
      on_teams({team_of(ranks, workers)}, [&](rank_team& team) {
        const csr_graph graph = graph_from_edges(team, 20000, edges, undirected);
        const auto scores = gather(
            team, betweenness(team, graph, sources, {.method = betweenness_method::pull}).score);
        if (index_of(team.rank()) != 0) { return; }
        if (first.empty()) { first = scores; }
        EXPECT_EQ(scores, first);
      });
    }
  }
}

TEST(betweenness, does_without_in_edges_where_no_method_asks_for_them) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const edge_list edges = without_loops_and_duplicates(random_edges(4, 60, 300), true);
    const csr_graph graph =
        graph_from_edges(team, 60, edges, {.directed = true, .in_edges = false});
    const auto sources = all_vertices(60);
    expect_close(scores_of(team, graph, sources),
                 plain_dependencies(plain_graph(60, edges, true), sources));
    for (const auto method : {betweenness_method::pull, betweenness_method::push}) {
      EXPECT_THROW(static_cast<void>(betweenness(team, graph, sources, {.method = method})),
                   agreed_error);
    }
  });
}

TEST(betweenness, refuses_what_makes_no_sense_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 4, path_to(3), undirected);
    const std::vector<vertex_id> outside = {4};
    EXPECT_THROW(static_cast<void>(betweenness(team, graph, outside)), agreed_error);
    const std::vector<vertex_id> inside = {0};
    EXPECT_THROW(static_cast<void>(betweenness(team, graph, inside, {.candidates = 5})),
                 agreed_error);
  });
}

// A chain of 1100 diamonds has 2^1100 shortest paths from end to end.
TEST(betweenness, refuses_more_paths_than_it_can_count_on_every_rank) {
  edge_list edges;
  const vertex_id last = 3 * 1100;
  for (vertex_id v = 0; v < last; v += 3) {
    edges.insert(edges.end(), {{v, v + 1}, {v, v + 2}, {v + 1, v + 3}, {v + 2, v + 3}});
  }
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, last + 1, edges, undirected);
    const std::vector<vertex_id> sources = {0};
    EXPECT_THROW(static_cast<void>(betweenness(team, graph, sources)), agreed_error);
  });
}

TEST(betweenness_verify, finds_scores_that_are_wrong) {
  on_teams(all_teams(1), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 100, random_edges(8, 100, 400), undirected);
    const std::vector<vertex_id> sources = {2, 98};
    const betweenness_options options;
    const betweenness_scores right = betweenness(team, graph, sources, options);
    const auto lacking = [&](auto spoil) {
      std::vector<double> score(right.score.begin(), right.score.end());
      for (local_vertex v = 0; v < score.size(); ++v) { spoil(graph.global(v), score[v]); }
      std::vector<betweenness_property> properties;
      for (const auto& each : verify_betweenness(team, graph, {score, sources, options})) {
        properties.push_back(each.property);
        EXPECT_FALSE(each.text().empty());
        EXPECT_EQ(each.count, 1U);
        EXPECT_EQ(each.vertex, 50U);
      }
      return properties;
    };
    using enum betweenness_property;
    using properties = std::vector<betweenness_property>;
    EXPECT_EQ(lacking([](vertex_id, double&) {}), properties{});
    EXPECT_EQ(lacking([](vertex_id v, double& score) { score = v == 50 ? -1 : score; }),
              properties{score_is_number});
    EXPECT_EQ(lacking([](vertex_id v, double& score) { score = v == 50 ? NAN : score; }),
              properties{score_is_number});
    EXPECT_EQ(lacking([](vertex_id v, double& score) { score += v == 50 ? 1e-6 : 0; }),
              properties{score_is_right});
  });
}

}  // namespace orujo::test::betweenness_tests
