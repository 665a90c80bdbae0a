// Personalised PageRank equals its definition by every method.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <vector>

#include "algorithms/pagerank_graphs.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/algorithms/pagerank/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test::pagerank_personalised_tests {

namespace {

/// The power iteration; who follows no edge goes where `weights` say.
std::vector<double> serial_personalised(const arc_set& arcs, const std::vector<double>& weights) {
  constexpr double damping = 0.85;
  const std::size_t vertices = weights.size();
  std::vector<double> edges(vertices);
  for (const auto& [source, target] : arcs) { ++edges[source]; }
  double all = 0;
  for (const double each : weights) { all += each; }
  std::vector<double> score(vertices);
  for (double change = 1; change > 1e-15;) {
    double stays = 0;
    for (std::size_t v = 0; v < vertices; ++v) { stays += edges[v] > 0 ? damping * score[v] : 0; }
    double sum = 0;
    for (const double each : score) { sum += each; }
    std::vector<double> next(vertices);
    const double goes = sum > 0 ? sum - stays : 1;
    for (std::size_t v = 0; v < vertices; ++v) { next[v] = goes * weights[v] / all; }
    for (const auto& [source, target] : arcs) {
      next[target] += damping * score[source] / edges[source];
    }
    change = sum_of_differences(score, next);
    score = std::move(next);
  }
  return score;
}

/// The weights of the vertices that this rank owns.
std::vector<double> own_part(const csr_graph& graph, const std::vector<double>& weights) {
  std::vector<double> own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) { own.push_back(weights[graph.global(v)]); }
  return own;
}

void expect_personalised(rank_team& team, const csr_graph& graph,
                         const std::vector<double>& weights, const std::vector<double>& expected) {
  const std::vector<double> own = own_part(graph, weights);
  using enum pagerank_method;
  for (const pagerank_method method : {pull, push, delta}) {
    for (const double tolerance : {1e-4, 1e-9}) {
      // What is settled precisely is settled by very many messages: slow on few cores.
      const bool is_slow = method == delta && team.size() * team.num_workers() > 2;
      if (is_slow && tolerance < 1e-6) { continue; }
      const pagerank_options options{
          .method = method, .personalisation = own, .tolerance = tolerance};
      const pagerank_scores found = pagerank(team, graph, options);
      EXPECT_TRUE(found.facts.converged);
      EXPECT_LT(sum_of_differences(all_scores(team, found), expected), tolerance * 2 / 0.15);
      expect_none(verify_pagerank(team, graph, found.score.span(), options));
    }
  }
}

/// One vertex, some with weights, and many.
std::vector<std::vector<double>> some_personalisations(std::size_t vertices) {
  std::vector<std::vector<double>> all(3, std::vector<double>(vertices));
  all[0][vertices / 2] = 7;
  for (std::size_t v = 0; v < vertices; v += 9) { all[1][v] = static_cast<double>(v + 1); }
  for (std::size_t v = 0; v < vertices; ++v) { all[2][v] = 1 + static_cast<double>(v % 2); }
  return all;
}

}  // namespace

TEST(pagerank_personalised, equals_its_definition_on_every_team) {
  for (const bool one_way : {true, false}) {
    const auto edges = skewed_edges(3, 300, 700);  // some vertices without out-edges
    for (const std::vector<double>& weights : some_personalisations(300)) {
      const std::vector<double> expected = serial_personalised(arcs_of(edges, one_way), weights);
      const bool is_of_some = one_way && weights[0] > 0 && weights[1] == 0;
      on_teams(is_of_some ? all_teams(1) : few_teams(), [&](rank_team& team) {
        const csr_graph graph = graph_from_edges(team, 300, edges, {.directed = one_way});
        expect_personalised(team, graph, weights, expected);
      });
    }
  }
}

TEST(pagerank_personalised, is_the_usual_one_where_all_weights_are_equal) {
  const auto edges = skewed_edges(6, 500, 2000);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 500, edges, {.directed = true});
    const std::vector<double> own(graph.num_local(), 0.25);
    const pagerank_scores plain = pagerank(team, graph, {.tolerance = 1e-10});
    const pagerank_scores same =
        pagerank(team, graph, {.personalisation = own, .tolerance = 1e-10});
    EXPECT_LT(sum_of_differences(all_scores(team, same), all_scores(team, plain)), 1e-8);
  });
}

TEST(pagerank_personalised, by_delta_looks_only_at_what_is_near) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    std::vector<input_edge> path;
    for (vertex_id v = 0; v + 1 < 5000; ++v) { path.push_back({v, v + 1}); }
    const csr_graph graph = graph_from_edges(team, 5000, path, {.directed = false});
    std::vector<double> weights(5000);
    weights[2500] = 1;
    const std::vector<double> own = own_part(graph, weights);
    const pagerank_options options{.method = pagerank_method::delta, .personalisation = own};
    const pagerank_scores found = pagerank(team, graph, options);
    expect_none(verify_pagerank(team, graph, found.score.span(), options));
    EXPECT_LT(found.work.useful, 5000U);
    EXPECT_EQ(all_scores(team, found)[0], 0);
  });
}

TEST(pagerank_personalised, refuses_weights_that_say_nothing_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 6, std::vector<input_edge>{{0, 1}, {1, 2}});
    const auto refuses = [&](std::vector<double> weights) {
      const std::vector<double> own = own_part(graph, weights);
      EXPECT_THROW(static_cast<void>(pagerank(team, graph, {.personalisation = own})),
                   agreed_error);
    };
    refuses({0, 0, 0, 0, 0, 0});
    refuses({0, 0, 0, 0, 1, -1});
    refuses({0, 0, 0, 0, 1, std::numeric_limits<double>::quiet_NaN()});
    refuses({0, 0, 0, 0, 1, std::numeric_limits<double>::infinity()});
    const std::vector<double> too_many(graph.num_local() + 1, 1);
    EXPECT_THROW(static_cast<void>(pagerank(team, graph, {.personalisation = too_many})),
                 agreed_error);
  });
}

TEST(pagerank_personalised, is_checked_by_a_verifier_that_finds_another_personalisation) {
  const auto edges = skewed_edges(8, 100, 400);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 100, edges, {.directed = true});
    const auto weights = some_personalisations(100);
    const std::vector<double> some = own_part(graph, weights[1]);
    const std::vector<double> many = own_part(graph, weights[2]);
    pagerank_options options{.personalisation = some, .tolerance = 1e-8};
    const pagerank_scores found = pagerank(team, graph, options);
    EXPECT_TRUE(verify_pagerank(team, graph, found.score.span(), options).empty());
    options.personalisation = many;
    EXPECT_EQ(verify_pagerank(team, graph, found.score.span(), options).size(), 1U);
    options.personalisation = {};
    EXPECT_FALSE(verify_pagerank(team, graph, found.score.span(), options).empty());
  });
}

}  // namespace orujo::test::pagerank_personalised_tests
