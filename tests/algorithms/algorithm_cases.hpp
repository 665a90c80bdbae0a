// Every algorithm under each of its methods and orders, as one table of cases.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/serial_answers.hpp"
#include "algorithms/sssp_orders.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/betweenness/verify.hpp"
#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/algorithms/colouring/colour.hpp"
#include "orujo/algorithms/colouring/verify.hpp"
#include "orujo/algorithms/components/verify.hpp"
#include "orujo/algorithms/cores/kcore.hpp"
#include "orujo/algorithms/cores/verify.hpp"
#include "orujo/algorithms/independent_set/maximal_independent_set.hpp"
#include "orujo/algorithms/independent_set/verify.hpp"
#include "orujo/algorithms/pagerank/verify.hpp"
#include "orujo/algorithms/spanning_forest/verify.hpp"
#include "orujo/algorithms/triangles/triangles.hpp"
#include "orujo/algorithms/triangles/verify.hpp"
#include "orujo/algorithms/widest/verify.hpp"
#include "orujo/algorithms/widest/widest.hpp"

namespace orujo::test {

/// What a case runs on: a graph with whole weights, and what serial programs find on it.
struct case_input {
  rank_team& team;
  const csr_graph& graph;
  const serial_answers& expected;
  std::size_t turn;  ///< Grows from run to run: some cases take another isolation at each.
};

enum class takes_graphs : std::uint8_t { all, two_way };

/// One algorithm under one method or order. `check` runs it, and expects that its verifier and the
/// serial answers agree with it. Call of `check`: collective.
struct algorithm_case {
  std::string name;
  takes_graphs takes;
  std::function<void(const case_input&)> check;
  std::optional<operator_reach> operators = {};  ///< If it runs activities.
};

using case_list = std::vector<algorithm_case>;

/// Expects the values of all vertices. Call: collective.
template <typename T>
void expect_values(const case_input& input, std::span<const T> own,
                   const std::vector<T>& expected) {
  EXPECT_EQ(all_values<T>(input.team, own), expected);
}

inline algorithm_case sssp_case(const std::string& how, const sssp_options& options) {
  return {"sssp " + how, takes_graphs::all, [options](const case_input& input) {
            sssp_search search(input.team, input.graph, options);
            const sssp_distances& found = search.run(input.expected.source);
            expect_none(verify_sssp(input.team, input.graph, input.expected.source, found));
            expect_values<std::uint64_t>(input, found.whole.span(), input.expected.distances);
            expect_consistent(search, found.facts);
          }};
}

inline algorithm_case widest_case(const std::string& how, const widest_options& options) {
  return {"widest " + how, takes_graphs::all, [options](const case_input& input) {
            const vertex_id source = input.expected.source;
            const path_widths found = widest(input.team, input.graph, source, options);
            expect_none(verify_widest(input.team, input.graph, source, found));
            expect_values<std::int64_t>(input, found.whole.span(), input.expected.widths);
          }};
}

inline algorithm_case bfs_case(const std::string& how, const bfs_options& options) {
  return {"bfs " + how, takes_graphs::all, [options](const case_input& input) {
            const vertex_id source = input.expected.source;
            const bfs_tree found = bfs(input.team, input.graph, source, options);
            expect_none(verify_bfs(input.team, input.graph, source, found));
            expect_values<std::uint32_t>(input, found.depth.span(), input.expected.depths);
          }};
}

inline algorithm_case components_case(const std::string& how, const components_options& options) {
  return {"components " + how, takes_graphs::all, [options](const case_input& input) {
            const component_labels found = components(input.team, input.graph, options);
            expect_none(verify_components(input.team, input.graph, found));
            expect_values<vertex_id>(input, found.label.span(), input.expected.labels);
          }};
}

/// Scores are at most twenty tolerances off, all together: the steps that are left out are each
/// 0.85 of the one before.
inline algorithm_case pagerank_case(const std::string& how, const pagerank_options& options) {
  return {"pagerank " + how, takes_graphs::all, [options](const case_input& input) {
            const pagerank_scores found = pagerank(input.team, input.graph, options);
            expect_none(verify_pagerank(input.team, input.graph, found.score.span(), options));
            EXPECT_LT(sum_of_differences(all_scores(input.team, found), input.expected.scores),
                      20 * options.tolerance);
          }};
}

inline algorithm_case betweenness_case(const std::string& how, betweenness_method method) {
  return {
      "betweenness " + how, takes_graphs::all, [method](const case_input& input) {
        const betweenness_options options{.method = method, .scale = betweenness_scale::dependency};
        const std::span<const vertex_id> sources = input.expected.sources;
        const betweenness_scores found = betweenness(input.team, input.graph, sources, options);
        expect_none(
            verify_betweenness(input.team, input.graph, {found.score.span(), sources, options}));
        const auto scores = all_values<double>(input.team, found.score.span());
        ASSERT_EQ(scores.size(), input.expected.dependencies.size());
        for (std::size_t v = 0; v < scores.size(); ++v) {
          EXPECT_NEAR(scores[v], input.expected.dependencies[v], 1e-9 * (1 + scores[v])) << v;
        }
      }};
}

inline algorithm_case triangles_case() {
  return {"triangles", takes_graphs::all, [](const case_input& input) {
            const triangle_count found = triangles(input.team, input.graph);
            expect_none(verify_triangles(input.team, input.graph, found));
            EXPECT_EQ(found.triangles, input.expected.triangles);
          }};
}

inline algorithm_case kcore_case() {
  return {"kcore", takes_graphs::two_way, [](const case_input& input) {
            const core_numbers found = kcore(input.team, input.graph);
            expect_none(verify_kcore(input.team, input.graph, found));
            expect_values<std::uint32_t>(input, found.core.span(), input.expected.cores);
          }};
}

inline algorithm_case forest_case(const std::string& how, const forest_options& options) {
  return {"mst " + how, takes_graphs::two_way, [options](const case_input& input) {
            const spanning_forest found = minimum_spanning_forest(input.team, input.graph, options);
            expect_none(verify_spanning_forest(input.team, input.graph, found));
            EXPECT_EQ(whole_forest(input.team, found), input.expected.forest);
          }};
}

/// `i` is the place of the order of vertices in all_vertex_orders.
inline algorithm_case colour_case(const std::string& how, std::size_t i, const dag_options& dag) {
  return {"colour " + how, takes_graphs::two_way, [i, dag](const case_input& input) {
            const vertex_order order = all_vertex_orders[i].order;
            const colouring found = colour(input.team, input.graph, {.how = dag, .order = order});
            const auto priority = vertex_priorities(input.team, input.graph, order);
            expect_none(verify_colours(input.team, input.graph, found, priority.span()));
            expect_values<std::uint32_t>(input, found.colour.span(),
                                         input.expected.greedy[i].colours);
          }};
}

/// `way` has any order of vertices: all_vertex_orders[i] is taken.
inline algorithm_case set_case(const std::string& how, std::size_t i, independent_set_options way) {
  way.order = all_vertex_orders[i].order;
  return {"mis " + how, takes_graphs::two_way, [i, way](const case_input& input) {
            const independent_set found = maximal_independent_set(input.team, input.graph, way);
            const auto priority = vertex_priorities(input.team, input.graph, way.order);
            expect_none(verify_independent_set(input.team, input.graph, found, priority.span()));
            expect_values<std::uint8_t>(input, found.contains.span(), input.expected.greedy[i].set);
          }};
}

/// Both searches along weighted edges, under every order and as they choose.
inline case_list path_cases() {
  case_list cases{sssp_case("auto", {}), widest_case("auto", {}),
                  sssp_case("unordered, nothing reduced",
                            {.order = work_order{order_kind::unordered, 0}, .reduces = false})};
  for (const work_order& order : all_sssp_orders()) {
    cases.push_back(sssp_case(text_of(order), {.order = order}));
    cases.push_back(widest_case(text_of(order), {.order = order}));
  }
  return cases;
}

/// Both greedy algorithms in every order of vertices, and by every order of work.
inline case_list greedy_cases() {
  case_list cases;
  for (std::size_t i = 0; i < all_vertex_orders.size(); ++i) {
    for (const dag_options& dag : all_dag_options) {
      const bool waits = dag.order == dag_order::jones_plassmann;
      const std::string how = std::string(all_vertex_orders[i].name) +
                              (waits ? " jp" : " dc:" + std::to_string(dag.send_cache)) +
                              (dag.priority == dag_priority::arrival ? " arrival" : "");
      cases.push_back(colour_case(how, i, dag));
      cases.push_back(set_case(how, i, {.by_prefixes = false, .how = dag}));
    }
    cases.push_back(set_case(std::string(all_vertex_orders[i].name) + " prefixes", i, {}));
  }
  return cases;
}

/// The table; but for methods that run activities, see activity_cases(). A new method is a new
/// line.
inline case_list all_cases() {
  using enum pagerank_method;
  case_list cases{
      bfs_case("direction_optimizing", {.method = bfs_method::direction_optimizing}),
      bfs_case("top_down", {.method = bfs_method::top_down}),
      bfs_case("bottom_up", {.method = bfs_method::bottom_up}),
      bfs_case("dc", {.method = bfs_method::distributed_control}),
      components_case("afforest", {.method = components_method::afforest}),
      components_case("afforest, joined in rounds", {.joining = between_ranks::rounds}),
      components_case("label_propagation", {.method = components_method::label_propagation}),
      components_case("dc", {.method = components_method::distributed_control}),
      components_case("shiloach_vishkin", {.method = components_method::shiloach_vishkin}),
      components_case("bfs_then_sv", {.method = components_method::bfs_then_sv}),
      pagerank_case("pull", {.method = pull, .tolerance = 1e-5}),
      pagerank_case("pull, 8 bytes", {.method = pull, .tolerance = 1e-8}),
      pagerank_case("push", {.method = push, .tolerance = 1e-5}),
      pagerank_case("push, plain", {push, pagerank_steps::plain}),
      pagerank_case("delta", {.method = delta, .tolerance = 1e-4}),
      pagerank_case(
          "delta, priority",
          {.method = delta, .tolerance = 1e-4, .order = {order_kind::priority_per_worker, 0}}),
      betweenness_case("direction_optimizing", betweenness_method::direction_optimizing),
      betweenness_case("pull", betweenness_method::pull),
      betweenness_case("push", betweenness_method::push),
      triangles_case(),
      kcore_case(),
      forest_case("auto", {})};
  for (case_list& more : std::vector{path_cases(), greedy_cases()}) {
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

}  // namespace orujo::test
