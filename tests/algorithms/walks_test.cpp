// Random walks: the same on every team, with the frequencies that they should have.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/walks/walks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/bfs_graphs.hpp"
#include "algorithms/sssp_graphs.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/walks/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "support/teams.hpp"

namespace orujo::test::walks_tests {

namespace {

using path_list = std::vector<std::vector<vertex_id>>;

/// All walks in their order, on every rank, and what was found; expects that a verifier agrees.
struct made_walks {
  path_list paths;
  walk_visits found;
};

made_walks walks_of(rank_team& team, const csr_graph& graph, walk_options options) {
  made_walks made;
  walk_checker checker(team, graph, options);
  options.on_paths = [&](const walk_paths& some) {
    checker.take(some);
    for (const auto& part : all_gather(team, some.vertices)) {
      for (std::size_t i = 0; i < part.size(); i += some.stride) {
        made.paths.emplace_back();
        for (std::size_t j = i; j < i + some.stride && part[j] != no_vertex; ++j) {
          made.paths.back().push_back(part[j]);
        }
      }
    }
  };
  made.found = random_walks(team, graph, options);
  expect_none(checker.problems(made.found));
  return made;
}

/// Every second vertex has few edges out, some have none.
weighted_graph walked_graph() {
  return random_weighted(5, 90, 400, [](auto& random) { return random.below(5); });
}

/// What options there are, each alone and some together.
std::vector<walk_options> some_options() {
  const walk_options base{.per_start = 2, .length = 17, .seed = 7};
  std::vector<walk_options> all(6, base);
  all[1].weighted = true;
  all[2].p = 0.25;
  all[2].q = 4;
  all[3].restart = 0.2;
  all[4].weighted = true;
  all[4].q = 0.5;
  all[4].restart = 0.1;
  all[5].p = 3;
  all[5].length = 3;
  return all;
}

/// How far counts are from what is expected, by Pearson's chi-square, in standard deviations of
/// that. Counts are drawn by a fixed seed, so that it is always the same.
double deviation(const std::vector<double>& counts, const std::vector<double>& shares) {
  double all = 0;
  double square = 0;
  double cells = 0;
  for (const double each : counts) { all += each; }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = all * shares[i];
    if (shares[i] == 0 && counts[i] > 0) { return std::numeric_limits<double>::infinity(); }
    if (shares[i] == 0) { continue; }
    square += (counts[i] - expected) * (counts[i] - expected) / expected;
    ++cells;
  }
  return cells < 2 ? 0 : (square - (cells - 1)) / std::sqrt(2 * (cells - 1));
}

/// Counts of third vertices by the first two, where walks make two steps.
std::map<std::pair<vertex_id, vertex_id>, std::vector<double>> counts_of(const path_list& paths,
                                                                         std::size_t vertices) {
  std::map<std::pair<vertex_id, vertex_id>, std::vector<double>> counts;
  for (const auto& path : paths) {
    for (std::size_t i = 2; i < path.size(); ++i) {
      auto& row = counts.try_emplace({path[i - 2], path[i - 1]}, vertices).first->second;
      ++row[path[i]];
    }
  }
  return counts;
}

//  0 - 1 - 2      and 3 - 4: a triangle, a square and a tail
//   \  |   |
//     3 -- 4
const std::vector<input_edge> small_edges{{0, 1}, {1, 2}, {0, 3}, {1, 3}, {2, 4}, {3, 4}};

}  // namespace

TEST(walks, are_the_same_on_every_team) {
  for (const bool one_way : {true, false}) {
    const weighted_graph drawn = walked_graph();
    std::vector<path_list> first;
    on_teams(all_teams(1), [&](rank_team& team) {
      const csr_graph graph =
          graph_from_edges(team, drawn.vertices, drawn.edges, {.directed = one_way});
      std::vector<path_list> all;
      for (walk_options options : some_options()) {
        all.push_back(walks_of(team, graph, options).paths);
        options.path_bytes = 4000;  // in several rounds
        if (!options.weighted) { EXPECT_EQ(walks_of(team, graph, options).paths, all.back()); }
        EXPECT_EQ(all.back().size(), 180U);
      }
      if (index_of(team.rank()) != 0) { return; }
      if (first.empty()) { first = all; }
      EXPECT_EQ(all, first);
    });
  }
}

TEST(walks, are_counted_without_being_stored) {
  const weighted_graph drawn = walked_graph();
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, drawn.vertices, drawn.edges, {.directed = true});
    for (const walk_options& options : some_options()) {
      const walk_visits plain = random_walks(team, graph, options);
      const made_walks stored = walks_of(team, graph, options);
      EXPECT_EQ(plain.facts.steps, stored.found.facts.steps);
      EXPECT_EQ(plain.facts.ended_early, stored.found.facts.ended_early);
      EXPECT_EQ(plain.facts.draws, stored.found.facts.draws);
      EXPECT_TRUE(std::equal(plain.visits.begin(), plain.visits.end(), stored.found.visits.begin(),
                             stored.found.visits.end()));
    }
  });
}

TEST(walks, start_where_they_are_asked_to) {
  const std::vector<vertex_id> starts{4, 1, 4};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 5, small_edges, {.directed = false});
    const walk_options options{.per_start = 3, .length = 6, .starts = starts};
    const path_list paths = walks_of(team, graph, options).paths;
    std::vector<vertex_id> begun;
    for (const auto& each : paths) { begun.push_back(each.front()); }
    EXPECT_EQ(begun, (std::vector<vertex_id>{1, 4, 4, 1, 4, 4, 1, 4, 4}));
    EXPECT_NE(paths[1], paths[2]);
  });
}

TEST(walks, end_where_no_edge_leads_on_or_go_back) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph path = graph_from_edges(team, 6, path_to(5), {.directed = true});
    const made_walks made = walks_of(team, path, {.length = 80});
    EXPECT_EQ(made.paths[2], (std::vector<vertex_id>{2, 3, 4, 5}));
    EXPECT_EQ(made.found.facts.steps, 15U);
    EXPECT_EQ(made.found.facts.ended_early, 6U);
    const made_walks back = walks_of(team, path, {.length = 6, .restart = 1e-9});
    EXPECT_EQ(back.paths[4], (std::vector<vertex_id>{4, 5, 4, 5, 4, 5, 4}));
    EXPECT_EQ(back.found.facts.ended_early, 0U);
    EXPECT_EQ(walks_of(team, path, {.length = 0}).found.facts.steps, 0U);
    const csr_graph none = graph_from_edges(team, 0, std::vector<input_edge>{});
    EXPECT_EQ(walks_of(team, none, {}).found.facts.walks, 0U);
    edge_chunk weightless{.edges = {{0, 1}, {1, 2}}, .weights = {1, 0}};
    const csr_graph light = graph_from_edges(team, 3, weightless, {.directed = true});
    EXPECT_EQ(walks_of(team, light, {.weighted = true}).paths[0], (std::vector<vertex_id>{0, 1}));
  });
}

TEST(walks, follow_edges_alike_or_by_their_weights) {
  const edge_chunk star{.edges = {{0, 1}, {0, 2}, {0, 3}, {0, 4}}, .weights = {1, 0, 5, 2}};
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 5, star, {.directed = true});
    for (const bool weighted : {false, true}) {
      const std::vector<vertex_id> starts(4000, 0);
      const path_list paths =
          walks_of(team, graph,
                   {.per_start = 5, .length = 1, .weighted = weighted, .starts = starts})
              .paths;
      std::vector<double> counts(5);
      for (const auto& each : paths) { ++counts[each.at(1)]; }
      const std::vector<double> by_weight{0, 0.125, 0, 0.625, 0.25};
      const std::vector<double> alike{0, 0.25, 0.25, 0.25, 0.25};
      EXPECT_LT(std::abs(deviation(counts, weighted ? by_weight : alike)), 3);
      EXPECT_GT(deviation(counts, weighted ? alike : by_weight), 100);
    }
  });
}

TEST(walks, go_back_or_away_as_p_and_q_say) {
  constexpr double p = 0.4;
  constexpr double q = 3;
  const plain_graph plain(5, small_edges, false);
  std::vector<vertex_id> starts;
  for (vertex_id i = 0; i < 3000; ++i) { starts.push_back(i % 5); }
  const auto joined = [&](vertex_id a, vertex_id b) {
    return std::find(plain.targets[a].begin(), plain.targets[a].end(), b) != plain.targets[a].end();
  };
  on_teams({team_of(1, 1), team_of(2, 2), team_of(3, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 5, small_edges, {.directed = false});
    const made_walks made =
        walks_of(team, graph, {.per_start = 5, .length = 10, .p = p, .q = q, .starts = starts});
    std::size_t pairs = 0;
    for (const auto& [steps, counts] : counts_of(made.paths, 5)) {
      const auto& [before, here] = steps;
      std::vector<double> shares(5);
      double all = 0;
      for (const vertex_id next : plain.targets[here]) {
        shares[next] = next == before ? 1 / p : joined(next, before) ? 1 : 1 / q;
        all += shares[next];
      }
      for (double& each : shares) { each /= all; }
      EXPECT_LT(std::abs(deviation(counts, shares)), 4) << before << " " << here;
      ++pairs;
    }
    EXPECT_EQ(pairs, 12U);
    EXPECT_GT(made.found.facts.draws, made.found.facts.steps);
  });
}

TEST(walks, come_back_as_often_as_they_are_told) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph ring = graph_from_edges(
        team, 4, std::vector<input_edge>{{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {.directed = true});
    const std::vector<vertex_id> starts(5000, 2);
    const walk_options options{.length = 1, .restart = 0.3, .starts = starts};
    std::vector<double> counts(4);
    for (const auto& each : walks_of(team, ring, options).paths) { ++counts[each.at(1)]; }
    EXPECT_LT(std::abs(deviation(counts, {0, 0, 0.3, 0.7})), 3);
  });
}

TEST(walks, go_back_where_nothing_else_is_left_however_unlikely_that_is) {
  const edge_chunk path{.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 3}}, .weights = {1, 1, 1, 0}};
  path_list expected;
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 4, path, {.directed = false, .keep_self_loops = true});
    const path_list found =
        walks_of(team, graph, {.length = 12, .weighted = true, .p = 1e300}).paths;
    for (const auto& each : found) { EXPECT_EQ(each.size(), 13U); }
    if (expected.empty()) { expected = found; }
    EXPECT_EQ(found, expected);
  });
}

/// Drawing by weights alone, all but one of 10^12 draws would be the way back, and be left.
TEST(walks, choose_as_p_and_q_say_where_the_way_back_has_nearly_all_of_the_weight) {
  const edge_chunk edges{.edges = {{0, 1}, {1, 2}, {1, 3}, {0, 3}},
                         .weights = {1'000'000'000'000, 1, 3, 1}};
  const std::vector<vertex_id> starts(4000, 0);
  path_list expected;
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 4, edges, {.directed = false});
    const made_walks made = walks_of(
        team, graph, {.length = 2, .weighted = true, .p = 1e12, .q = 0.5, .starts = starts});
    EXPECT_LT(std::abs(deviation(counts_of(made.paths, 4).at({0, 1}), {1.0 / 6, 0, 2.0 / 6, 0.5})),
              3);
    if (expected.empty()) { expected = made.paths; }
    EXPECT_EQ(made.paths, expected);
    EXPECT_LT(made.found.facts.draws, 100 * made.found.facts.steps);
  });
}

TEST(walks, refuse_options_that_make_no_sense_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 5, small_edges, {.directed = false});
    const auto refuses = [&](const walk_options& options) {
      EXPECT_THROW(static_cast<void>(random_walks(team, graph, options)), agreed_error);
    };
    refuses({.weighted = true});
    refuses({.p = 0});
    refuses({.q = -1});
    refuses({.p = 1e-7});
    refuses({.q = 1e-7});
    refuses({.q = 1e7});
    refuses({.q = std::nan("")});
    refuses({.restart = 1.5});
    refuses({.restart = -0.1});
    const std::vector<vertex_id> beyond{5};
    refuses({.starts = beyond});
    const edge_chunk negative{.edges = {{0, 1}, {1, 2}}, .weights = {1, -1}};
    const csr_graph other = graph_from_edges(team, 3, negative, {.directed = true});
    EXPECT_THROW(static_cast<void>(random_walks(team, other, {.weighted = true})), agreed_error);
  });
}

TEST(walks_verify, finds_walks_that_are_none) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 6, path_to(5), {.directed = true});
    const walk_options options{.length = 5};
    const auto problems = [&](auto spoil) {
      walk_options stored = options;
      walk_checker checker(team, graph, options);
      stored.on_paths = [&](const walk_paths& some) {
        std::vector<vertex_id> vertices(some.vertices.begin(), some.vertices.end());
        for (std::size_t i = 0; i < vertices.size(); i += some.stride) { spoil(&vertices[i]); }
        checker.take({vertices, some.stride});
      };
      const walk_visits found = random_walks(team, graph, stored);
      std::vector<walks_property> properties;
      for (const walks_violation& each : checker.problems(found)) {
        EXPECT_FALSE(each.text().empty());
        properties.push_back(each.property);
      }
      return properties;
    };
    using enum walks_property;
    using list = std::vector<walks_property>;
    EXPECT_EQ(problems([](vertex_id*) {}), list{});
    EXPECT_EQ(problems([](vertex_id* walk) { walk[1] = walk[0] == 2 ? 4 : walk[1]; }),
              (list{step_is_allowed, facts_add_up}));
    EXPECT_EQ(problems([](vertex_id* walk) { walk[2] = walk[0] == 3 ? no_vertex : walk[2]; }),
              (list{ends_where_it_may, facts_add_up}));
    EXPECT_EQ(problems([](vertex_id* walk) {
                if (walk[0] == 5) {
                  walk[0] = 4;
                  walk[1] = 5;
                }
              }),
              (list{starts_are_asked_for, facts_add_up}));
  });
}

}  // namespace orujo::test::walks_tests
