// Widest paths are those of a serial search under every order, on every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/widest/widest.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "algorithms/generated_graphs.hpp"
#include "algorithms/sssp_graphs.hpp"
#include "orujo/algorithms/widest/verify.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test::widest_tests {

namespace {

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

std::vector<work_order> all_orders() {
  return {{order_kind::unordered, 0},
          {order_kind::levels, 2},
          {order_kind::buckets, 1},
          {order_kind::buckets, 16},
          {order_kind::strict, 0},
          {order_kind::priority_per_worker, 0},
          {order_kind::priority_per_worker, 5},
          {order_kind::priority_per_rank, 0}};
}

std::vector<std::string> problems_of(rank_team& team, const csr_graph& graph, vertex_id source,
                                     const path_widths& found) {
  std::vector<std::string> problems;
  for (const auto& each : verify_widest(team, graph, source, found)) {
    problems.push_back(each.text());
  }
  return problems;
}

/// Parallel edges are kept: which of them is wider than the others counts.
build_options kept(bool one_way) {
  return {.directed = one_way, .parallel = parallel_edges::kept, .keep_self_loops = true};
}

void expect_right(const std::vector<launch_options>& teams, const weighted_graph& listed,
                  bool one_way, vertex_id source) {
  const auto expected = serial_widths<std::int64_t>(listed, one_way, source);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, kept(one_way));
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      widest_search search(team, graph, {.order = order});
      const path_widths& found = search.run(source);
      EXPECT_EQ(all_values<std::int64_t>(team, found.whole.span()), expected);
      EXPECT_EQ(problems_of(team, graph, source, found), std::vector<std::string>{});
      EXPECT_EQ(search.work().improvements + 1,
                search.work().useful + search.work().useless + search.work().invalidated);
    }
  });
}

}  // namespace

//      3        7
//  0 ----- 1 ------- 2      4 - 5
//   \______________/
//          2
TEST(widest, is_the_narrowest_edge_of_the_path_where_that_is_widest) {
  const weighted_graph listed{6, {{{0, 1}, {1, 2}, {0, 2}, {4, 5}}, {3, 7, 2, 9}}};
  on_teams(all_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 6, listed.edges, kept(false));
    const path_widths found = widest(team, graph, 0);
    EXPECT_EQ(all_values<std::int64_t>(team, found.whole.span()),
              (std::vector<std::int64_t>{endless, 3, 3, 0, 0, 0}));
    EXPECT_EQ(found.facts.reached, 3U);
    EXPECT_EQ(found.facts.narrowest, 3);
    EXPECT_EQ(found.facts.width_sum, 6);
    EXPECT_TRUE(found.real.empty());
  });
}

TEST(widest, takes_an_edge_as_wide_as_can_be_for_an_edge) {
  const weighted_graph listed{3, {{{0, 1}, {1, 2}}, {4294967295.0, 7}}};
  on_teams({team_of(1, 1), team_of(2, 2), team_of(3, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, listed.edges, kept(false));
    const path_widths found = widest(team, graph, 0);
    EXPECT_EQ(all_values<std::int64_t>(team, found.whole.span()),
              (std::vector<std::int64_t>{endless, 4294967295, 7}));
    EXPECT_EQ(found.facts.narrowest, 7);
    EXPECT_EQ(found.facts.width_sum, 4294967302.0);
    EXPECT_TRUE(verify_widest(team, graph, 0, found).empty());
  });
}

TEST(widest, agrees_with_a_serial_search_under_every_order_whatever_the_message_order) {
  const auto weight = [](random_stream& random) { return random.below(40); };
  expect_right(all_teams(), random_weighted(1, 160, 480, weight), false, 3);
}

TEST(widest, follows_directed_edges_forwards_only) {
  const auto weight = [](random_stream& random) { return 1 + random.below(200); };
  expect_right(all_teams(1), random_weighted(2, 200, 900, weight), true, 5);
}

TEST(widest, of_a_graph_without_weights_is_one_for_all_that_is_reached) {
  weighted_graph listed = random_weighted(5, 200, 300, [](random_stream&) { return 1; });
  listed.edges.weights.clear();
  expect_right({team_of(1, 1), team_of(1, 4), team_of(3, 2)}, listed, false, 1);
}

TEST(widest, takes_real_weights) {
  const auto weight = [](random_stream& random) { return static_cast<float>(random.unit()); };
  const weighted_graph listed = random_weighted(6, 100, 330, weight);
  const auto expected = serial_widths<double>(listed, false, 4);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 100, listed.edges, kept(false));
    for (work_order order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      if (order.kind != order_kind::levels) { order.width /= 100; }
      const path_widths found = widest(team, graph, 4, {.order = order});
      EXPECT_EQ(all_values<double>(team, found.real.span()), expected);
      EXPECT_EQ(problems_of(team, graph, 4, found), std::vector<std::string>{});
    }
  });
}

TEST(widest, is_verified_on_every_generated_graph_with_the_order_it_chooses) {
  const std::vector<launch_options> teams = {team_of(1, 1), team_of(1, 4), team_of(3, 2),
                                             team_of(8, 1, sim_model_of(3))};
  for (const char* spec : generated_graphs) {
    SCOPED_TRACE(spec);
    on_teams(teams, [&](rank_team& team) {
      load_options how;
      how.build.weights = {.from = weight_origin::random, .low = 0, .high = 255};
      const csr_graph graph = load_graph(team, spec, how);
      widest_search search(team, graph);
      for (const vertex_id source : {vertex_id{1}, graph.num_vertices() - 1}) {
        EXPECT_EQ(problems_of(team, graph, source, search.run(source)), std::vector<std::string>{});
      }
    });
  }
}

TEST(widest, rejects_a_source_outside_the_graph_on_every_rank) {
  on_teams(all_teams(0), [](rank_team& team) {
    const weighted_graph listed{3, {{{0, 1}, {1, 2}}, {3, 1}}};
    const csr_graph graph = graph_from_edges(team, 3, listed.edges, kept(false));
    EXPECT_THROW(static_cast<void>(widest(team, graph, 3)), agreed_error);
    EXPECT_EQ(widest(team, graph, 0).facts.reached, 3U);
  });
}

TEST(verify_widest, finds_widths_that_are_wrong) {
  const weighted_graph listed{5, {{{0, 1}, {1, 2}, {2, 3}, {3, 2}, {0, 4}}, {9, 5, 7, 7, 8}}};
  on_teams({team_of(1, 1), team_of(2, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 5, listed.edges, kept(true));
    const auto property_with = [&](vertex_id vertex, std::uint32_t width) {
      path_widths found = widest(team, graph, 0);
      // 2 and 3 prove each other's width, and nobody theirs.
      for (const vertex_id v : {vertex, vertex == 2 ? vertex_id{3} : vertex}) {
        if (graph.owns(v)) { found.whole[graph.local(v)] = width; }
      }
      const auto violations = verify_widest(team, graph, 0, found);
      return violations.empty() ? widest_property::facts_add_up : violations.front().property;
    };
    EXPECT_EQ(property_with(0, 1), widest_property::source_is_endless);
    EXPECT_EQ(property_with(3, 4), widest_property::no_edge_widens);
    EXPECT_EQ(property_with(2, 7), widest_property::path_exists);
    EXPECT_EQ(property_with(4, 9), widest_property::path_exists);
    path_widths found = widest(team, graph, 0);
    EXPECT_TRUE(verify_widest(team, graph, 0, found).empty());
    found.facts.width_sum += 1;
    ASSERT_EQ(verify_widest(team, graph, 0, found).size(), 1U);
    EXPECT_EQ(verify_widest(team, graph, 0, found).front().property, widest_property::facts_add_up);
  });
}

}  // namespace orujo::test::widest_tests
