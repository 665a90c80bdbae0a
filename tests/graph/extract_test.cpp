// Parts of graphs, and graphs together, are what lists of their edges say.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/extract.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/edge_samples.hpp"
#include "graph/graph_model.hpp"
#include "graph/io/sample_file.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

/// Whether a vertex stays, by what the input calls it.
bool stays(std::uint64_t id) { return id % 3 != 1; }

std::vector<std::uint8_t> choice_of(const csr_graph& graph) {
  std::vector<std::uint8_t> chosen(graph.num_local());
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    chosen[v] = stays(graph.ids().input_id(graph.global(v))) ? 1 : 0;
  }
  return chosen;
}

template <typename T, typename Keeps>
std::vector<T> those(const std::vector<T>& all, Keeps keeps) {
  std::vector<T> some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some), keeps);
  return some;
}

/// Both sides of `graph` hold the arcs that `keeps` leaves of `from`, and its vertices are `ids`.
template <typename Keeps>
void expect_part(rank_team& team, const csr_graph& graph, const csr_graph& from, Keeps keeps) {
  expect_sound(team, graph);
  expect_mirrored(team, graph);
  EXPECT_EQ(all_arcs(team, graph, graph.out_edges(), false),
            those(all_arcs(team, from, from.out_edges(), false), keeps));
  EXPECT_EQ(all_arcs(team, graph, graph.in_edges(), true),
            those(all_arcs(team, from, from.in_edges(), true), keeps));
  EXPECT_EQ(graph.directed(), from.directed());
  EXPECT_EQ(graph.facts().parallel, from.facts().parallel);
  EXPECT_EQ(graph.facts().dropped_loops, from.facts().dropped_loops);
  EXPECT_EQ(graph.facts().dropped_duplicates, from.facts().dropped_duplicates);
}

/// Graphs of every kind of weights and ids, one-way and not, with all that a simple graph has not.
template <typename Body>
void on_samples(const std::vector<launch_options>& teams, Body body) {
  for (const weights_of weights : {weights_of::none, weights_of::small, weights_of::huge,
                                   weights_of::real, weights_of::single}) {
    for (const ids_of ids : {ids_of::declared, ids_of::from_one, ids_of::gaps}) {
      const sample from = sample_of(weights, ids);
      on_teams(teams, [&](rank_team& team) {
        for (const bool directed : {true, false}) {
          SCOPED_TRACE(directed ? "directed" : "undirected");
          body(team, build_graph(team, opener_of(from),
                                 {.directed = directed,
                                  .parallel = parallel_edges::kept,
                                  .keep_self_loops = true}));
        }
      });
    }
  }
}

TEST(extract, gives_the_induced_subgraph_whatever_the_graph_has) {
  on_samples(few_teams(), [](rank_team& team, const csr_graph& graph) {
    const csr_graph part = extract_graph(team, graph, {.vertices = choice_of(graph)});
    EXPECT_EQ(all_ids(team, part), those(all_ids(team, graph), stays));
    expect_part(team, part, graph,
                [](const model_arc& arc) { return stays(arc.source) && stays(arc.target); });
  });
}

TEST(extract, is_the_same_on_every_team) {
  const test_edges from = random_edges(3, 200, 900);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 200, from.edges, {.directed = true});
    const csr_graph part = extract_graph(team, graph, {.vertices = choice_of(graph)});
    expect_part(team, part, graph,
                [](const model_arc& arc) { return stays(arc.source) && stays(arc.target); });
  });
}

TEST(extract, keeps_edges_by_their_weights_and_all_vertices) {
  on_samples({team_of(1, 2), team_of(3, 1)}, [](rank_team& team, const csr_graph& graph) {
    if (graph.facts().weights == weight_kind::none) { return; }
    const csr_graph part = extract_graph(team, graph, {.least_weight = -0.5, .greatest_weight = 5});
    EXPECT_EQ(all_ids(team, part), all_ids(team, graph));
    expect_part(team, part, graph,
                [](const model_arc& arc) { return -0.5 <= arc.weight && arc.weight <= 5; });
  });
}

TEST(extract, may_leave_nothing_or_everything) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = load_graph(team, "kron:6", {.build = {.directed = false}});
    const std::vector<std::uint8_t> none(graph.num_local(), 0);
    const csr_graph nothing = extract_graph(team, graph, {.vertices = none});
    EXPECT_EQ(nothing.num_vertices(), 0U);
    EXPECT_EQ(nothing.facts().num_edges, 0U);
    expect_part(team, extract_graph(team, graph, {}), graph, [](const model_arc&) { return true; });
  });
}

TEST(extract, keeps_names_of_vertices_with_edges_and_without) {
  const sample_file edges("edges.csv",
                          "source,target\nAnna,\"Smith, B\"\n\"Smith, B\",Zoe\nZoe,Anna\nZoe,Q\n");
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = load_graph(team, edges.path());
    std::vector<std::uint8_t> chosen(graph.num_local());
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      chosen[v] = graph.ids().name(graph.global(v)) != "Zoe" ? 1 : 0;
    }
    const csr_graph part = extract_graph(team, graph, {.vertices = chosen});
    EXPECT_EQ(all_names(team, part), (std::vector<std::string>{"Anna", "Q", "Smith, B"}));
    EXPECT_EQ(all_arcs(team, part, part.out_edges(), false),
              (std::vector<model_arc>{{0, 2, 0}}));  // by numbers: Anna to Smith
  });
}

TEST(extract, refuses_what_cannot_be_chosen_by) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = load_graph(team, "kron:5");
    const std::vector<std::uint8_t> wrong(graph.num_local() + 1, 1);
    EXPECT_THROW(static_cast<void>(extract_graph(team, graph, {.vertices = wrong})), agreed_error);
    EXPECT_THROW(static_cast<void>(extract_graph(team, graph, {.least_weight = 1})), agreed_error);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(static_cast<void>(extract_graph(team, graph, {.least_weight = nan})),
                 agreed_error);
  });
}

TEST(renumbered, calls_vertices_by_their_numbers) {
  const sample from = sample_of(weights_of::none, ids_of::gaps);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = renumbered(team, build_graph(team, opener_of(from)));
    std::vector<std::uint64_t> expected(graph.num_vertices());
    for (std::size_t v = 0; v < expected.size(); ++v) { expected[v] = v; }
    EXPECT_EQ(all_ids(team, graph), expected);
  });
}

TEST(joined_graphs, have_all_vertices_and_edges_of_both) {
  const sample even = sample_of(weights_of::small, ids_of::gaps);
  const sample odd = sample_of(weights_of::real, ids_of::from_one);
  on_teams(all_teams(1), [&](rank_team& team) {
    for (const bool directed : {true, false}) {
      const build_options all = {
          .directed = directed, .parallel = parallel_edges::kept, .keep_self_loops = true};
      const csr_graph first = build_graph(team, opener_of(even), all);
      const csr_graph second = build_graph(team, opener_of(odd), all);
      const csr_graph both = join_graphs(team, first, second, {.rule = parallel_edges::kept});
      expect_sound(team, both);
      std::vector<model_arc> expected = all_arcs(team, first, first.out_edges(), false);
      const std::vector<model_arc> more = all_arcs(team, second, second.out_edges(), false);
      expected.insert(expected.end(), more.begin(), more.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(all_arcs(team, both, both.out_edges(), false), expected);
      const auto ids = all_ids(team, first);
      std::set<std::uint64_t> vertices(ids.begin(), ids.end());
      for (const std::uint64_t id : all_ids(team, second)) { vertices.insert(id); }
      EXPECT_EQ(all_ids(team, both), std::vector<std::uint64_t>(vertices.begin(), vertices.end()));
    }
  });
}

TEST(joined_graphs, share_names) {
  const sample_file one("one.csv", "source,target,weight\nAnna,Bob,3\nBob,Cleo,4\n");
  const sample_file other("two.csv", "source,target,weight\nBob,Anna,1\nCleo,Dan,2\nDan,Dan,5\n");
  on_teams(few_teams(), [&](rank_team& team) {
    const build_options undirected = {.directed = false};
    const csr_graph first = load_graph(team, one.path(), {.build = undirected});
    const csr_graph second = load_graph(team, other.path(), {.build = undirected});
    const csr_graph both = join_graphs(team, first, second, {.rule = parallel_edges::lightest});
    EXPECT_EQ(all_names(team, both), (std::vector<std::string>{"Anna", "Bob", "Cleo", "Dan"}));
    EXPECT_EQ(both.facts().dropped_loops, 1U);       // what second had lost before
    EXPECT_EQ(both.facts().dropped_duplicates, 1U);  // Anna and Bob are in both
    EXPECT_EQ(
        all_arcs(team, both, both.out_edges(), false),
        (std::vector<model_arc>{{0, 1, 1}, {1, 0, 1}, {1, 2, 4}, {2, 1, 4}, {2, 3, 2}, {3, 2, 2}}));
  });
}

TEST(joined_graphs, may_call_their_vertices_otherwise) {
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph first = load_graph(team, "grid:2x3", {.build = {.directed = false}});
    const csr_graph second = load_graph(team, "grid:1x4", {.build = {.directed = false}});
    const std::array<std::uint64_t, 4> places = {9, 3, 0, 7};  // of second's vertices, in no order
    std::vector<std::uint64_t> first_ids;
    std::vector<std::uint64_t> second_ids;
    for (local_vertex v = 0; v < first.num_local(); ++v) { first_ids.push_back(first.global(v)); }
    for (local_vertex v = 0; v < second.num_local(); ++v) {
      second_ids.push_back(places.at(second.global(v)));
    }
    const csr_graph both =
        join_graphs(team, first, second, {.first_ids = first_ids, .second_ids = second_ids});
    EXPECT_EQ(all_ids(team, both), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 7, 9}));
    EXPECT_EQ(both.facts().num_edges, 10U);
    std::set<std::vector<std::uint64_t>> ends;
    for (const model_arc& each : all_arcs(team, both, both.out_edges(), false)) {
      ends.insert({each.source, each.target});
    }
    EXPECT_TRUE(ends.contains({9, 3}) && ends.contains({3, 0}) && ends.contains({0, 7}));
    second_ids.push_back(1);
    EXPECT_THROW(static_cast<void>(join_graphs(team, first, second,
                                               {.first_ids = first_ids, .second_ids = second_ids})),
                 agreed_error);
  });
}

TEST(joined_graphs, must_be_of_one_kind) {
  const sample_file named("one.csv", "source,target\nAnna,Bob\n");
  const sample whole = sample_of(weights_of::huge, ids_of::declared);
  const sample fractions = sample_of(weights_of::real, ids_of::declared);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph plain = load_graph(team, "grid:4x4", {.build = {.directed = false}});
    const csr_graph weighted =
        load_graph(team, "grid:4x4",
                   {.build = {.directed = false, .weights = {.from = weight_origin::random}}});
    const csr_graph directed = load_graph(team, "grid:4x4", {.build = {.directed = true}});
    const csr_graph names = load_graph(team, named.path(), {.build = {.directed = false}});
    const csr_graph huge = build_graph(team, opener_of(whole), {.directed = false});
    const csr_graph real = build_graph(team, opener_of(fractions), {.directed = false});
    EXPECT_THROW(
        static_cast<void>(join_graphs(team, huge, real, {.rule = parallel_edges::lightest})),
        agreed_error);
    for (const csr_graph* other : {&weighted, &directed, &names}) {
      EXPECT_THROW(
          static_cast<void>(join_graphs(team, plain, *other, {.rule = parallel_edges::lightest})),
          agreed_error);
    }
  });
}

}  // namespace
}  // namespace orujo::test
