// PageRank along weighted edges and loops equals its definition by every method.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/pagerank_graphs.hpp"
#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/algorithms/pagerank/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test::pagerank_weighted_tests {

namespace {

constexpr double damping = 0.85;
constexpr pagerank_method methods[] = {pagerank_method::pull, pagerank_method::push};
constexpr pagerank_steps steps[] = {pagerank_steps::accelerated, pagerank_steps::plain};

/// All edges of an input, each with a weight: as many of these as edges, whole or real.
struct test_graph {
  vertex_id vertices = 0;
  bool one_way = false;
  edge_chunk input = {};

  [[nodiscard]] exact_number weight(std::size_t edge) const {
    return input.weights.empty() ? static_cast<exact_number>(input.whole_weights[edge])
                                 : static_cast<exact_number>(input.weights[edge]);
  }
};

/// What an edge of weight `weight` counts.
using counted_weight = exact_number (*)(exact_number);
exact_number by_weight(exact_number weight) { return weight; }
exact_number all_alike(exact_number /*weight*/) { return 1; }

/// The power iteration over all edges one by one: parallel edges count each, an undirected loop
/// leads once from its vertex back to it.
std::vector<double> serial_scores(const test_graph& graph, counted_weight counted) {
  const auto n = static_cast<double>(graph.vertices);
  std::vector<exact_number> strength(graph.vertices);
  const auto for_each_arc = [&](auto visit) {
    for (std::size_t i = 0; i < graph.input.edges.size(); ++i) {
      const auto [source, target] = graph.input.edges[i];
      const exact_number weight = counted(graph.weight(i));
      visit(source, target, weight);
      if (!graph.one_way && source != target) { visit(target, source, weight); }
    }
  };
  for_each_arc(
      [&](vertex_id source, vertex_id, exact_number weight) { strength[source] += weight; });
  std::vector<double> score(graph.vertices, 1 / n);
  for (double change = 1; change > 1e-15;) {
    double dangling = 0;
    for (vertex_id v = 0; v < graph.vertices; ++v) { dangling += strength[v] == 0 ? score[v] : 0; }
    std::vector<double> next(graph.vertices, (1 - damping + damping * dangling) / n);
    for_each_arc([&](vertex_id source, vertex_id target, exact_number weight) {
      if (weight == 0) { return; }
      next[target] += damping * score[source] * static_cast<double>(weight / strength[source]);
    });
    change = sum_of_differences(next, score);
    score = std::move(next);
  }
  return score;
}

std::vector<launch_options> weighted_teams() {
  return {team_of(1, 1), team_of(1, 2), team_of(3, 2), team_of(8, 1)};
}

enum class kind_of_weights { whole, wide, single, real };

double drawn_weight(kind_of_weights kind, random_stream& random) {
  const auto number = static_cast<double>(random.below(1000));
  switch (kind) {
    case kind_of_weights::whole: return number;
    case kind_of_weights::wide: return number * 1e9;
    case kind_of_weights::single: return number / 8;
    case kind_of_weights::real: break;
  }
  return number * 1e100 / 3;
}

/// A skewed graph with parallel edges and loops; some vertices have a loop and nothing else, and
/// some edges weigh nothing.
test_graph looped_graph(kind_of_weights kind, bool one_way, vertex_id vertices) {
  test_graph graph{.vertices = vertices, .one_way = one_way};
  const auto seed = static_cast<std::uint64_t>(kind);
  graph.input.edges = skewed_edges(seed, vertices - 10, 4 * vertices);
  random_stream random(seed, 7);
  for (vertex_id i = 0; i < vertices / 4; ++i) {
    const vertex_id v = random.below(vertices);
    graph.input.edges.push_back({v, v});
    graph.input.edges.push_back(graph.input.edges[i]);
  }
  for (std::size_t i = 0; i < graph.input.edges.size(); ++i) {
    const double weight = drawn_weight(kind, random);
    if (kind == kind_of_weights::whole || kind == kind_of_weights::wide) {
      graph.input.whole_weights.push_back(static_cast<std::int64_t>(weight));
    } else {
      graph.input.weights.push_back(weight);
    }
  }
  return graph;
}

/// Every rank owns the same vertices with loops and without.
csr_graph built(rank_team& team, const test_graph& graph, parallel_edges parallel,
                bool loops = true) {
  return graph_from_edges(team, graph.vertices, graph.input,
                          {.directed = graph.one_way,
                           .balance = block_balance::vertices,
                           .parallel = parallel,
                           .keep_self_loops = loops});
}

void expect_found(rank_team& team, const csr_graph& graph, const std::vector<double>& expected,
                  const pagerank_options& options) {
  const pagerank_scores found = pagerank(team, graph, options);
  EXPECT_TRUE(found.facts.converged);
  EXPECT_LT(sum_of_differences(all_scores(team, found), expected),
            2 * options.tolerance / (1 - options.damping));
  for (const auto& wrong : verify_pagerank(team, graph, found.score.span(), options)) {
    ADD_FAILURE() << wrong.text();
  }
}

void expect_by_delta(rank_team& team, const csr_graph& graph, const std::vector<double>& expected,
                     const pagerank_options& options) {
  pagerank_options ordered = options;
  ordered.method = pagerank_method::delta;
  for (const order_kind order : {order_kind::unordered, order_kind::priority_per_worker}) {
    ordered.order = {.kind = order, .width = 0};
    expect_found(team, graph, expected, ordered);
  }
}

/// Pull and push with both kinds of steps, and delta in both orders, give `expected`, and the
/// verifier agrees.
void expect_scores(rank_team& team, const csr_graph& graph, const std::vector<double>& expected,
                   bool weighted) {
  for (const pagerank_method method : methods) {
    pagerank_options options = {.method = method, .weighted = weighted, .tolerance = 1e-4};
    for (const pagerank_steps each : steps) {
      options.steps = each;
      expect_found(team, graph, expected, options);
    }
    if (team.size() * team.num_workers() > 8) { continue; }  // many short steps: slow on few cores
    options = {.method = method, .weighted = weighted, .tolerance = 1e-11, .max_iterations = 2000};
    expect_found(team, graph, expected, options);
  }
  expect_found(team, graph, expected,
               {.method = pagerank_method::push,
                .weighted = weighted,
                .tolerance = 1e-4,
                .isolation = isolation_choice{.mechanism = mechanism_kind::combine}});
  if (team.size() * team.num_workers() > 8) { return; }
  expect_by_delta(team, graph, expected, {.weighted = weighted, .tolerance = 1e-4});
  if (team.size() * team.num_workers() > 1) { return; }  // very many messages: slow on few cores
  expect_by_delta(team, graph, expected, {.weighted = weighted, .tolerance = 1e-11});
}

}  // namespace

TEST(pagerank_weighted, equals_its_definition_for_every_type_of_weights) {
  using enum kind_of_weights;
  for (const kind_of_weights kind : {whole, wide, single, real}) {
    SCOPED_TRACE(static_cast<int>(kind));
    for (const bool one_way : {true, false}) {
      if (is_sanitized && kind != whole && one_way == (kind == single)) { continue; }
      const test_graph graph = looped_graph(kind, one_way, 120);
      const auto expected = serial_scores(graph, by_weight);
      on_teams(kind == whole && one_way ? all_teams(1) : weighted_teams(), [&](rank_team& team) {
        expect_scores(team, built(team, graph, parallel_edges::sum), expected, true);
      });
    }
  }
}

TEST(pagerank_weighted, counts_parallel_edges_that_are_kept_as_their_sum) {
  const test_graph graph = looped_graph(kind_of_weights::whole, false, 90);
  const auto expected = serial_scores(graph, by_weight);
  on_teams(weighted_teams(), [&](rank_team& team) {
    expect_scores(team, built(team, graph, parallel_edges::kept), expected, true);
  });
}

TEST(pagerank_weighted, is_the_same_under_every_reduction) {
  const test_graph graph = looped_graph(kind_of_weights::whole, true, 150);
  const auto expected = serial_scores(graph, by_weight);
  std::vector<launch_options> teams;
  for (const char* reduction : {"off", "cache", "ghosts"}) {
    teams.push_back(with(team_of(3, 2), "reduction", reduction));
    teams.push_back(with(team_of(8, 1, sim_model_of(1)), "reduction", reduction));
  }
  on_teams(teams, [&](rank_team& team) {
    expect_scores(team, built(team, graph, parallel_edges::sum), expected, true);
  });
}

TEST(pagerank_weighted, by_pulling_is_the_same_bit_for_bit_whatever_the_number_of_workers) {
  const test_graph graph = looped_graph(kind_of_weights::real, false, 9000);
  for (const int ranks : {1, 3}) {
    std::vector<double> first;
    for (const int workers : {1, 2, 4}) {
      on_teams({team_of(ranks, workers)}, [&](rank_team& team) {
        const csr_graph made = built(team, graph, parallel_edges::sum);
        const auto scores = all_scores(team, pagerank(team, made, {.weighted = true}));
        if (index_of(team.rank()) != 0) { return; }
        if (first.empty()) { first = scores; }
        EXPECT_EQ(scores, first);
      });
    }
  }
}

//  0 → 1 → 2    0 weighs nothing and 2 has no edges: both dangle
TEST(pagerank_weighted, takes_a_vertex_whose_edges_weigh_nothing_for_one_without_edges) {
  const edge_chunk nothing = {{{0, 1}, {0, 0}, {1, 2}}, {}, {0, 0, 5}};
  const edge_chunk lacking = {{{1, 2}}, {}, {5}};
  on_teams(all_teams(1), [&](rank_team& team) {
    const build_options build = {.directed = true, .keep_self_loops = true};
    const csr_graph graph = graph_from_edges(team, 3, nothing, build);
    const csr_graph plain = graph_from_edges(team, 3, lacking, build);
    for (const pagerank_method method :
         {pagerank_method::pull, pagerank_method::push, pagerank_method::delta}) {
      const pagerank_options options = {.method = method, .weighted = true, .tolerance = 1e-12};
      const auto expected = all_scores(team, pagerank(team, plain, options));
      expect_found(team, graph, expected, options);
    }
  });
}

TEST(pagerank_weighted, refuses_negative_weights_and_graphs_without_any_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph negative = graph_from_edges(team, 3, {{{0, 1}, {1, 2}}, {}, {5, -1}});
    const csr_graph none = graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}, {1, 2}});
    for (const csr_graph* graph : {&negative, &none}) {
      EXPECT_THROW(static_cast<void>(pagerank(team, *graph, {.weighted = true})), agreed_error);
    }
  });
}

TEST(pagerank_loops, count_like_other_edges_and_parallel_ones_each) {
  for (const bool one_way : {true, false}) {
    const test_graph graph = looped_graph(kind_of_weights::whole, one_way, 120);
    const auto expected = serial_scores(graph, all_alike);
    on_teams(all_teams(1), [&](rank_team& team) {
      expect_scores(team, built(team, graph, parallel_edges::kept), expected, false);
    });
  }
}

// The scores of a graph without its loops are not those of the graph, nor the other way round.
TEST(pagerank_verify, sees_loops_and_weights) {
  const test_graph graph = looped_graph(kind_of_weights::whole, false, 120);
  on_teams(weighted_teams(), [&](rank_team& team) {
    const csr_graph with_loops = built(team, graph, parallel_edges::sum);
    const csr_graph without = built(team, graph, parallel_edges::sum, false);
    for (const bool weighted : {true, false}) {
      const pagerank_options options = {.weighted = weighted, .tolerance = 1e-8};
      const auto wrong = [&](const csr_graph& of, const pagerank_scores& scores) {
        return verify_pagerank(team, of, scores.score.span(), options).size();
      };
      const pagerank_scores right = pagerank(team, with_loops, options);
      const pagerank_scores other = pagerank(team, without, options);
      EXPECT_EQ(wrong(with_loops, right), 0U);
      EXPECT_EQ(wrong(without, other), 0U);
      EXPECT_NE(
          wrong(with_loops, pagerank(team, with_loops, {.weighted = !weighted, .tolerance = 1e-8})),
          0U);
      EXPECT_NE(wrong(with_loops, other), 0U);
      EXPECT_NE(wrong(without, right), 0U);
    }
  });
}

}  // namespace orujo::test::pagerank_weighted_tests
