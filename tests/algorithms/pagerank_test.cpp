// PageRank equals its definition on every team and with every method.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/pagerank/pagerank.hpp"

#include <numeric>
#include <string>
#include <vector>

#include "activities/usable_mechanisms.hpp"
#include "algorithms/pagerank_graphs.hpp"
#include "orujo/algorithms/pagerank/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test::pagerank_tests {

namespace {

constexpr pagerank_method methods[] = {pagerank_method::pull, pagerank_method::push};
constexpr order_kind delta_orders[] = {order_kind::unordered, order_kind::priority_per_worker};
constexpr pagerank_steps steps[] = {pagerank_steps::accelerated, pagerank_steps::plain};

void expect_found(rank_team& team, const csr_graph& graph, const std::vector<double>& expected,
                  const pagerank_options& options) {
  const pagerank_scores found = pagerank(team, graph, options);
  EXPECT_TRUE(found.facts.converged);
  EXPECT_LT(found.facts.error, options.tolerance);
  EXPECT_LT(sum_of_differences(all_scores(team, found), expected),
            options.tolerance / (1 - options.damping) * 2);
  for (const auto& wrong : verify_pagerank(team, graph, found.score.span(), options)) {
    ADD_FAILURE() << wrong.text();
  }
}

/// Pull and push with both kinds of steps, and delta in both orders, give `expected`, and the
/// verifier agrees.
void expect_scores(rank_team& team, const csr_graph& graph, const std::vector<double>& expected,
                   pagerank_options options) {
  for (const pagerank_method method : methods) {
    for (const pagerank_steps each : steps) {
      options.method = method;
      options.steps = each;
      expect_found(team, graph, expected, options);
    }
  }
  // What is settled precisely is settled by very many messages: slow on few cores.
  const bool is_slow = is_sanitized || team.size() * team.num_workers() > 2;
  if (options.tolerance < 1e-6 && is_slow) { return; }
  options.method = pagerank_method::delta;
  for (const order_kind order : delta_orders) {
    options.order = {.kind = order, .width = 0};
    expect_found(team, graph, expected, options);
  }
}

void expect_right(const std::vector<launch_options>& teams, vertex_id vertices,
                  const std::vector<input_edge>& edges, bool one_way) {
  const double damping = 0.85;
  const auto expected = serial_pagerank(vertices, arcs_of(edges, one_way), damping);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, vertices, edges, {.directed = one_way});
    expect_scores(team, graph, expected, {.tolerance = 1e-4});
    if (team.size() * team.num_workers() > 8) { return; }  // many short steps: slow on few cores
    expect_scores(team, graph, expected, {.tolerance = 1e-11, .max_iterations = 500});
  });
}

}  // namespace

//  0 → 1 → 2    3 ↔ 4    5       2 and 5 dangle
//   ↘_____↗
TEST(pagerank, equals_its_definition_on_a_small_graph_with_dangling_vertices) {
  expect_right(all_teams(1), 6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 3}}, true);
}

// In a star, the centre c and a leaf l of n have c = b + d*n*l and l = b + d*c/n, b = (1-d)/(n+1).
TEST(pagerank, equals_the_closed_form_on_a_star) {
  const vertex_id leaves = 40;
  std::vector<input_edge> edges;
  for (vertex_id v = 1; v <= leaves; ++v) { edges.push_back({0, v}); }
  const double d = 0.85;
  const double n = static_cast<double>(leaves);
  const double centre = (1 - d) / (n + 1) * (1 + d * n) / (1 - d * d);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, leaves + 1, edges, {.directed = false});
    const auto scores = all_scores(team, pagerank(team, graph, {.tolerance = 1e-12}));
    EXPECT_NEAR(scores[0], centre, 1e-11);
    EXPECT_NEAR(scores[leaves], (1 - centre) / n, 1e-11);
  });
}

TEST(pagerank, equals_its_definition_on_random_graphs) {
  for (const bool one_way : {false, true}) {
    expect_right(all_teams(1), 300, skewed_edges(150, 300, 150), one_way);
    expect_right(few_teams(), 300, skewed_edges(2000, 300, 2000), one_way);
  }
}

TEST(pagerank, equals_its_definition_on_larger_graphs_with_long_rows) {
  std::vector<launch_options> teams = {team_of(1, 4), team_of(3, 2)};
  if (!is_sanitized) { teams.insert(teams.end(), {team_of(1, 1), team_of(8, 1, sim_model_of(2))}); }
  expect_right(teams, 9000, skewed_edges(1, 9000, 60000), true);
  if (is_sanitized) { return; }  // a minute each
  expect_right(teams, 9000, skewed_edges(2, 9000, 60000), false);
}

TEST(pagerank, is_the_same_for_all_vertices_without_edges_or_without_damping) {
  on_teams(all_teams(1), [](rank_team& team) {
    const std::vector<double> equal(10, 0.1);
    const csr_graph none = graph_from_edges(team, 10, std::vector<input_edge>{});
    expect_scores(team, none, equal, {.tolerance = 1e-12});
    const csr_graph some =
        graph_from_edges(team, 10, std::vector<input_edge>{{1, 2}, {5, 6}}, {.directed = true});
    expect_scores(team, some, equal, {.damping = 0, .tolerance = 1e-12});
  });
}

// An accelerated step may lead away from scores that were close.
TEST(pagerank, returns_scores_that_are_as_close_as_it_says) {
  random_stream random(7, 1);
  const auto closeness_of = [](rank_team& team, vertex_id vertices,
                               const std::vector<input_edge>& edges) {
    const csr_graph graph =
        graph_from_edges(team, vertices, edges, {.directed = false, .keep_self_loops = true});
    for (const pagerank_method method : methods) {
      const pagerank_options options{.method = method};
      const pagerank_scores found = pagerank(team, graph, options);
      EXPECT_TRUE(found.facts.converged);
      for (const auto& wrong : verify_pagerank(team, graph, found.score.span(), options)) {
        ADD_FAILURE() << wrong.text() << " of " << vertices << " vertices, " << edges.size()
                      << " edges";
      }
    }
  };
  on_teams({team_of(1, 1), team_of(2, 1)}, [&](rank_team& team) {
    closeness_of(team, 6, {{0, 1}, {0, 3}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}, {3, 5}, {4, 5}});
    closeness_of(team, 2, {{0, 1}, {0, 0}});
    closeness_of(team, 5, {{0, 1}, {1, 0}});
  });
  on_teams({team_of(1, 1)}, [&](rank_team& team) {
    for (int each = 0; each < 200; ++each) {
      const vertex_id vertices = 2 + random.below(12);
      std::vector<input_edge> edges;
      for (std::uint64_t i = 2 + random.below(2 * vertices); i > 0; --i) {
        edges.push_back({random.below(vertices), random.below(vertices)});
      }
      closeness_of(team, vertices, edges);
    }
  });
}

TEST(pagerank, of_no_vertices_is_no_scores) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 0, std::vector<input_edge>{});
    const pagerank_scores found = pagerank(team, graph);
    EXPECT_TRUE(found.facts.converged);
    EXPECT_TRUE(found.score.empty());
  });
}

TEST(pagerank, by_pulling_is_the_same_bit_for_bit_whatever_the_number_of_workers) {
  const auto edges = skewed_edges(9, 20000, 100000);
  for (const int ranks : {1, 3}) {
    std::vector<double> first;
    for (const int workers : {1, 2, 4}) {
      on_teams({team_of(ranks, workers), team_of(ranks, workers, sim_model_of(workers))},
               [&](rank_team& team) {
                 const csr_graph graph = graph_from_edges(team, 20000, edges, {.directed = false});
                 const auto scores = all_scores(team, pagerank(team, graph));
                 if (index_of(team.rank()) != 0) { return; }
                 if (first.empty()) { first = scores; }
                 EXPECT_EQ(scores, first);
               });
    }
  }
}

TEST(pagerank, by_delta_counts_what_it_did) {
  const auto edges = skewed_edges(5, 400, 3000);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 400, edges, {.directed = false});
    for (const order_kind order : delta_orders) {
      const pagerank_scores found = pagerank(team, graph,
                                             {.method = pagerank_method::delta,
                                              .tolerance = 1e-6,
                                              .order = {.kind = order, .width = 0}});
      const work_statistics& work = found.work;
      EXPECT_GT(work.useful, 0U);
      EXPECT_EQ(work.useless, 0U);
      EXPECT_LE(work.useful, work.improvements + 400 * work.phases);  // some at the start
      EXPECT_GE(work.relaxations, work.useful);
      EXPECT_LE(work.rejected, work.messages);
      EXPECT_GE(work.phases, 1U);
      EXPECT_EQ(work.messages > 0, team.size() > 1);
      EXPECT_EQ(found.facts.iterations, 1 + static_cast<std::int64_t>((work.useful + 399) / 400));
      std::uint64_t items = 0;
      for (const worker_history& each : found.history.workers) { items += each.items; }
      EXPECT_EQ(items, index_of(team.rank()) == 0 ? work.useful : 0U);  // rank 0 hears of all
    }
  });
}

TEST(pagerank, by_delta_looks_at_few_edges_where_little_is_unsettled) {
  // Two rings of equal vertices start settled, but for the ends of the edge between them.
  std::vector<input_edge> edges;
  for (vertex_id v = 0; v < 1000; ++v) { edges.push_back({v, (v + 1) % 1000}); }
  for (vertex_id v = 0; v < 1000; ++v) { edges.push_back({1000 + v, 1000 + (v + 1) % 1000}); }
  edges.push_back({0, 1000});
  on_teams({team_of(1, 1), team_of(1, 2), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 2000, edges, {.directed = false});
    const pagerank_options options = {.method = pagerank_method::delta, .tolerance = 1e-4};
    const pagerank_scores found = pagerank(team, graph, options);
    EXPECT_GT(found.work.useful, 0U);
    // Less than one round, although each is done many times; more of them if parts come apart.
    EXPECT_LT(found.work.useful, team.size() * team.num_workers() == 1 ? 400U : 2000U);
    EXPECT_TRUE(verify_pagerank(team, graph, found.score.span(), options).empty());
  });
}

TEST(pagerank, by_delta_ends_whatever_the_tolerance) {
  on_teams({team_of(1, 1), team_of(1, 2), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 300, skewed_edges(4, 300, 900), {.directed = true});
    for (const order_kind order : delta_orders) {
      pagerank_options options = {
          .method = pagerank_method::delta, .tolerance = 0, .order = {.kind = order, .width = 0}};
      const pagerank_scores exact = pagerank(team, graph, options);
      EXPECT_FALSE(exact.facts.converged);
      EXPECT_LT(exact.facts.error, 1e-14);
      options.tolerance = 5;
      const pagerank_scores rough = pagerank(team, graph, options);
      EXPECT_TRUE(rough.facts.converged);
      EXPECT_TRUE(verify_pagerank(team, graph, rough.score.span(), options).empty());
    }
  });
}

TEST(pagerank, refuses_orders_that_delta_does_not_have_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}, {1, 2}});
    for (const work_order order :
         {work_order{order_kind::strict, 0}, work_order{order_kind::levels, 1},
          work_order{order_kind::priority_per_worker, 2}}) {
      const pagerank_options options = {.method = pagerank_method::delta, .order = order};
      EXPECT_THROW(static_cast<void>(pagerank(team, graph, options)), agreed_error);
    }
  });
}

TEST(pagerank, stops_after_the_given_number_of_iterations_and_says_so) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 300, skewed_edges(4, 300, 900), {.directed = true});
    const pagerank_options options = {.tolerance = 1e-9, .max_iterations = 3};
    const pagerank_scores found = pagerank(team, graph, options);
    EXPECT_EQ(found.facts.iterations, 3);
    EXPECT_FALSE(found.facts.converged);
    EXPECT_GE(found.facts.error, 1e-9);
    EXPECT_FALSE(verify_pagerank(team, graph, found.score.span(), options).empty());
  });
}

// 0 -> 1 -> … -> 299: nearly all that there is gets lost at the end.
TEST(pagerank, makes_as_many_iterations_as_damping_and_tolerance_need) {
  std::vector<input_edge> path;
  for (vertex_id v = 0; v + 1 < 300; ++v) { path.push_back({v, v + 1}); }
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const std::vector<csr_graph> graphs = [&] {
      std::vector<csr_graph> made;
      made.push_back(graph_from_edges(team, 300, path, {.directed = true}));
      made.push_back(graph_from_edges(team, 300, path, {.directed = false}));
      made.push_back(graph_from_edges(team, 300, skewed_edges(4, 300, 900), {.directed = true}));
      return made;
    }();
    for (const csr_graph& graph : graphs) {
      for (const double damping : {0.0, 0.95}) {
        const pagerank_options options = {.damping = damping, .tolerance = 1e-7};
        EXPECT_TRUE(pagerank(team, graph, options).facts.converged) << damping;
      }
    }
  });
  EXPECT_GE(most_iterations({.damping = 0.99}), 1800);
  EXPECT_LE(most_iterations({}), 200);
  EXPECT_GE(most_iterations({.damping = 0, .tolerance = 0}), 1);
}

TEST(pagerank, needs_fewer_accelerated_than_plain_steps_on_a_long_cycle_with_chords) {
  std::vector<input_edge> edges;
  for (vertex_id v = 0; v < 4000; ++v) { edges.push_back({v, (v + 1) % 4000}); }
  for (vertex_id v = 0; v < 4000; v += 7) { edges.push_back({v, (v + 5) % 4000}); }
  on_teams({team_of(1, 2), team_of(2, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 4000, edges, {.directed = false});
    pagerank_options options = {.tolerance = 1e-10, .max_iterations = 1000};
    const auto accelerated = pagerank(team, graph, options).facts.iterations;
    options.steps = pagerank_steps::plain;
    const auto plain = pagerank(team, graph, options).facts.iterations;
    EXPECT_LT(accelerated * 3, plain * 2);
  });
}

TEST(pagerank, refuses_senseless_options_and_pulling_without_in_edges_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}, {1, 2}},
                                             {.directed = true, .in_edges = false});
    const auto refuses = [&](const pagerank_options& options) {
      EXPECT_THROW(static_cast<void>(pagerank(team, graph, options)), agreed_error);
    };
    refuses({.method = pagerank_method::push, .damping = 1});
    refuses({.method = pagerank_method::push, .damping = -0.1});
    refuses({.method = pagerank_method::push, .tolerance = -1});
    refuses({.method = pagerank_method::push, .max_iterations = 0});
    refuses({.method = pagerank_method::pull});
    const auto expected = serial_pagerank(3, {{0, 1}, {1, 2}}, 0.85);
    const auto found = pagerank(team, graph, {.method = pagerank_method::push, .tolerance = 1e-12});
    EXPECT_LT(sum_of_differences(all_scores(team, found), expected), 1e-10);
  });
}

TEST(pagerank_verify, finds_scores_that_are_wrong) {
  on_teams(all_teams(1), [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 100, skewed_edges(8, 100, 400), {.directed = true});
    const pagerank_options options = {.tolerance = 1e-8};
    const pagerank_scores right = pagerank(team, graph, options);
    const auto lacking = [&](auto spoil) {
      std::vector<double> score(right.score.begin(), right.score.end());
      for (local_vertex v = 0; v < score.size(); ++v) { spoil(graph.global(v), score[v]); }
      std::vector<pagerank_property> properties;
      for (const auto& each : verify_pagerank(team, graph, score, options)) {
        properties.push_back(each.property);
        EXPECT_FALSE(each.text().empty());
      }
      return properties;
    };
    using enum pagerank_property;
    using properties = std::vector<pagerank_property>;
    EXPECT_EQ(lacking([](vertex_id, double&) {}), properties{});
    EXPECT_EQ(lacking([](vertex_id v, double& score) { score = v == 70 ? -score : score; }),
              properties{score_is_positive});
    EXPECT_EQ(lacking([](vertex_id v, double& score) { score = v == 99 ? 0.0 / 0.0 : score; }),
              properties{score_is_positive});
    EXPECT_EQ(lacking([](vertex_id, double& score) { score *= 1.01; }),
              (properties{sum_is_one, step_changes_little}));
    EXPECT_EQ(lacking([](vertex_id v, double& score) { score += v < 50 ? 1e-7 : -1e-7; }),
              properties{step_changes_little});
  });
}

TEST(pagerank, adds_up_under_every_mechanism) {
  const std::vector<input_edge> edges = {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 3}, {2, 0},
                                         {6, 0}, {7, 0}, {8, 0}, {9, 0}, {0, 9}, {5, 5}};
  const auto expected = serial_pagerank(40, arcs_of(edges, true), 0.85);
  on_teams(activity_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 40, edges, {.directed = true});
    for (const isolation_choice& each : isolation_choices(team, operator_reach::one_element)) {
      SCOPED_TRACE(name_of(each));
      const pagerank_options options{
          .method = pagerank_method::push, .tolerance = 1e-7, .isolation = each};
      expect_found(team, graph, expected, options);
    }
  });
}

TEST(pagerank, of_activities_runs_one_operator_for_each_edge_of_each_step) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const std::vector<input_edge> edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {4, 0}};
    const csr_graph graph = graph_from_edges(team, 5, edges, {.directed = true});
    const isolation_choice isolation{.mechanism = mechanism_kind::lock, .coarsen = 4};
    pagerank_options options{.method = pagerank_method::push, .isolation = isolation};
    const pagerank_scores found = pagerank(team, graph, options);
    EXPECT_EQ(found.activities.operators, 5U * static_cast<std::uint64_t>(found.facts.iterations));
    EXPECT_EQ(found.facts.value_bytes, 8);
    report_card card;
    found.describe(card);
    EXPECT_EQ(card.entries().back().row.value, "lock");
    options.method = pagerank_method::pull;
    EXPECT_THROW(static_cast<void>(pagerank(team, graph, options)), agreed_error);
  });
}

}  // namespace orujo::test::pagerank_tests
