// Shortest paths are those of a serial search under every order, on every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/sssp.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "activities/usable_mechanisms.hpp"
#include "algorithms/sssp_graphs.hpp"
#include "algorithms/sssp_orders.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test::sssp_tests {

namespace {

/// Of the labels for other ranks, those that the reduction kept back.
double share_left_out(const work_statistics& work) {
  return static_cast<double>(work.reduced) / static_cast<double>(work.reduced + work.messages);
}

build_options merged(bool one_way) { return {.directed = one_way}; }

/// Every order finds the distances of the serial search.
void expect_right(const std::vector<launch_options>& teams, const weighted_graph& listed,
                  bool one_way, vertex_id source) {
  const auto expected = serial_distances<std::uint64_t>(listed, one_way, source, no_distance);
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, merged(one_way));
    for (const work_order& order : all_sssp_orders()) {
      SCOPED_TRACE(text_of(order));
      sssp_search search(team, graph, {.order = order});
      const sssp_distances& found = search.run(source);
      EXPECT_EQ(all_values<std::uint64_t>(team, found.whole.span()), expected);
      EXPECT_EQ(problems_of(team, graph, source, found), std::vector<std::string>{});
      expect_consistent(search, found.facts);
    }
    const auto relaxed = sssp(team, graph, source, {.activities = isolation_choice{}});
    EXPECT_EQ(all_values<std::uint64_t>(team, relaxed.whole.span()), expected);
  });
}

}  // namespace

//      3        1
//  0 ----- 1 ------- 2      4 - 5
//   \______________/
//          9
TEST(sssp, gives_the_length_of_the_shortest_path_to_every_vertex) {
  const weighted_graph listed{6, {{{0, 1}, {1, 2}, {0, 2}, {4, 5}}, {3, 1, 9, 2}}};
  on_teams(all_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 6, listed.edges, merged(false));
    const sssp_distances found = sssp(team, graph, 0);
    EXPECT_EQ(all_values<std::uint64_t>(team, found.whole.span()),
              (std::vector<std::uint64_t>{0, 3, 4, no_distance, no_distance, no_distance}));
    EXPECT_EQ(found.facts.reached, 3U);
    EXPECT_EQ(found.facts.max_distance, 4);
    EXPECT_EQ(found.facts.distance_sum, 7);
    EXPECT_TRUE(found.real.empty());
  });
}

TEST(sssp, agrees_with_dijkstra_under_every_order_whatever_the_message_order) {
  const auto weight = [](random_stream& random) { return 1 + random.below(40); };
  expect_right(all_teams(), random_weighted(1, 160, 480, weight), false, 3);
}

TEST(sssp, follows_directed_edges_forwards_only) {
  const auto weight = [](random_stream& random) { return 1 + random.below(20); };
  expect_right(all_teams(1), random_weighted(2, 200, 900, weight), true, 5);
}

TEST(sssp, passes_over_edges_of_weight_zero) {
  const auto weight = [](random_stream& random) { return random.below(3); };
  expect_right(all_teams(1), random_weighted(3, 200, 500, weight), false, 7);
  const auto zero = [](random_stream&) { return 0; };
  expect_right({team_of(1, 2), team_of(3, 2)}, random_weighted(4, 200, 300, zero), true, 9);
}

TEST(sssp, counts_each_edge_of_a_graph_without_weights_as_one) {
  weighted_graph listed = random_weighted(5, 200, 400, [](random_stream&) { return 1; });
  listed.edges.weights.clear();
  expect_right({team_of(1, 1), team_of(1, 4), team_of(3, 2)}, listed, false, 1);
}

TEST(sssp, adds_real_weights_to_the_same_bits_under_every_order) {
  const auto weight = [](random_stream& random) { return static_cast<float>(random.unit()); };
  const weighted_graph listed = random_weighted(6, 100, 330, weight);
  const double none = std::numeric_limits<double>::infinity();
  const auto expected = serial_distances<double>(listed, false, 4, none);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 100, listed.edges, merged(false));
    for (work_order order : all_sssp_orders()) {
      SCOPED_TRACE(text_of(order));
      if (order.kind != order_kind::levels) { order.width /= 100; }
      const sssp_distances found = sssp(team, graph, 4, {.order = order});
      EXPECT_EQ(all_values<double>(team, found.real.span()), expected);
      EXPECT_EQ(problems_of(team, graph, 4, found), std::vector<std::string>{});
      EXPECT_TRUE(found.whole.empty());
    }
    const auto relaxed = sssp(team, graph, 4, {.activities = isolation_choice{}});
    EXPECT_EQ(all_values<double>(team, relaxed.real.span()), expected);
  });
}

TEST(sssp, finds_distances_that_need_more_than_32_bits) {
  // Whole distances do, the last few do, the very last does by one, and just not.
  for (const double weight : {4294967295.0, 80000000.0, 73000000.0, 4294967295.0 / 59}) {
    SCOPED_TRACE(weight);
    weighted_graph listed{.vertices = 60};
    for (vertex_id v = 0; v + 1 < 60; ++v) {
      listed.edges.edges.push_back({v, v + 1});
      listed.edges.weights.push_back(std::floor(weight));
    }
    expect_right({team_of(1, 1), team_of(1, 2), team_of(3, 1)}, listed, false, 0);
  }
}

TEST(sssp, is_verified_on_generated_graphs_with_the_order_it_chooses) {
  const std::vector<launch_options> teams = {team_of(1, 1), team_of(1, 4), team_of(3, 2),
                                             team_of(8, 1, sim_model_of(3))};
  for (const char* spec :
       {"kron:9", "uniform:8", "random4n:9", "grid:20x31", "smallworld:500:6:0.1"}) {
    SCOPED_TRACE(spec);
    on_teams(teams, [&](rank_team& team) {
      load_options how;
      how.build.weights = {.from = weight_origin::random, .low = 0, .high = 255};
      const csr_graph graph = load_graph(team, spec, how);
      sssp_search search(team, graph);
      for (const vertex_id source : {vertex_id{1}, graph.num_vertices() - 1, vertex_id{1}}) {
        const sssp_distances& found = search.run(source);
        EXPECT_EQ(problems_of(team, graph, source, found), std::vector<std::string>{});
        expect_consistent(search, found.facts);
      }
    });
  }
}

TEST(sssp, relaxes_by_activities_under_every_mechanism) {
  const auto weight = [](random_stream& random) { return random.below(30); };
  const weighted_graph listed = random_weighted(21, 160, 480, weight);
  const auto expected = serial_distances<std::uint64_t>(listed, true, 3, no_distance);
  on_teams(activity_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, merged(true));
    for (const isolation_choice& each : isolation_choices(team, operator_reach::one_element)) {
      SCOPED_TRACE(name_of(each));
      sssp_search search(team, graph, {.activities = each});
      for (int times = 0; times < 2; ++times) {
        const sssp_distances& found = search.run(3);
        EXPECT_EQ(all_values<std::uint64_t>(team, found.whole.span()), expected);
        EXPECT_EQ(problems_of(team, graph, 3, found), std::vector<std::string>{});
      }
      const std::uint64_t reached = search.run_to(3, 5).facts.reached;
      const activity_counts counts = search.activities().value();
      EXPECT_GE(counts.operators - counts.failed, reached - 1);

      EXPECT_EQ(search.work().processed(), 0U);
    }
  });
}

TEST(sssp, by_activities_finds_what_the_other_methods_do) {
  on_teams({team_of(1, 2), team_of(3, 2)}, [](rank_team& team) {
    for (const weight_options weights :
         {weight_options{}, weight_options{.from = weight_origin::random, .low = 0}}) {
      load_options how;
      how.build.directed = false;
      how.build.weights = weights;
      const csr_graph graph = load_graph(team, "kron:7", how);
      const sssp_distances known = sssp(team, graph, 1);
      sssp_search search(team, graph, {.activities = isolation_choice{}});
      const sssp_distances& found = search.run(1);
      EXPECT_EQ(all_values<std::uint64_t>(team, found.whole.span()),
                all_values<std::uint64_t>(team, known.whole.span()));
      EXPECT_EQ(problems_of(team, graph, 1, found), std::vector<std::string>{});
      report_card card;
      search.describe(card);
      EXPECT_EQ(card.entries().front().row.value, "rounds of relaxations");
      EXPECT_THROW(sssp_search(team, graph,
                               {.order = work_order{order_kind::strict, 0},
                                .activities = isolation_choice{}}),
                   agreed_error);
    }
  });
}

TEST(sssp, sends_every_label_if_it_does_not_reduce) {
  const auto weight = [](random_stream& random) { return 1 + random.below(50); };
  const weighted_graph listed = random_weighted(8, 300, 2000, weight);
  on_teams({team_of(3, 1), team_of(3, 2, sim_model_of(1))}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 300, listed.edges, merged(false));
    sssp_search with(team, graph, {.order = work_order{order_kind::unordered, 0}});
    sssp_search without(team, graph,
                        {.order = work_order{order_kind::unordered, 0}, .reduces = false});
    const auto expected = all_values<std::uint64_t>(team, with.run(0).whole.span());
    EXPECT_EQ(all_values<std::uint64_t>(team, without.run(0).whole.span()), expected);
    EXPECT_GT(share_left_out(with.work()), 0.1);
    EXPECT_LT(share_left_out(without.work()), 0.1);  // none but those back to the source
    expect_consistent(without, without.run(0).facts);
  });
}

TEST(sssp, describes_the_order_in_force) {
  on_teams({team_of(1, 2)}, [](rank_team& team) {
    const weighted_graph listed{3, {{{0, 1}, {1, 2}}, {3, 1}}};
    const csr_graph graph = graph_from_edges(team, 3, listed.edges, merged(false));
    report_card card;
    sssp_search(team, graph, {.order = work_order{order_kind::buckets, 5}}).describe(card);
    EXPECT_EQ(card.entries().front().row.choice, "order of work");
    EXPECT_EQ(card.entries().front().row.value, "buckets:5");
  });
}

TEST(sssp, rejects_a_source_outside_the_graph_on_every_rank) {
  on_teams(all_teams(0), [](rank_team& team) {
    const weighted_graph listed{3, {{{0, 1}, {1, 2}}, {3, 1}}};
    const csr_graph graph = graph_from_edges(team, 3, listed.edges, merged(false));
    EXPECT_THROW(static_cast<void>(sssp(team, graph, 3)), agreed_error);
    EXPECT_EQ(sssp(team, graph, 0).facts.reached, 3U);  // and all can go on
  });
}

TEST(sssp, refuses_negative_weights) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const weighted_graph listed{3, {{{0, 1}, {1, 2}}, {3, -1.5}}};
    const csr_graph graph = graph_from_edges(team, 3, listed.edges, merged(false));
    EXPECT_THROW(static_cast<void>(sssp(team, graph, 0)), agreed_error);
  });
}

TEST(verify_sssp, finds_distances_that_are_wrong) {
  const weighted_graph listed{
      6, {{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 3}, {0, 5}}, {3, 1, 2, 0, 0, 8}}};
  on_teams({team_of(1, 1), team_of(2, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 6, listed.edges, merged(true));
    const auto property_with = [&](vertex_id vertex, std::uint64_t distance) {
      sssp_distances found = sssp(team, graph, 0);
      // 3 and 4 prove each other's distance, and nobody theirs.
      for (const vertex_id v : {vertex, vertex == 4 ? vertex_id{3} : vertex}) {
        if (graph.owns(v)) { found.whole[graph.local(v)] = distance; }
      }
      const auto violations = verify_sssp(team, graph, 0, found);
      return violations.empty() ? sssp_property::facts_add_up : violations.front().property;
    };
    EXPECT_EQ(property_with(0, 1), sssp_property::source_is_at_zero);
    EXPECT_EQ(property_with(2, 5), sssp_property::no_edge_shortens);
    EXPECT_EQ(property_with(2, no_distance), sssp_property::neighbours_are_reached);
    EXPECT_EQ(property_with(5, 7), sssp_property::path_exists);
    EXPECT_EQ(property_with(4, 5), sssp_property::path_exists);
    sssp_distances found = sssp(team, graph, 0);
    EXPECT_TRUE(verify_sssp(team, graph, 0, found).empty());
    found.facts.distance_sum += 1;
    ASSERT_EQ(verify_sssp(team, graph, 0, found).size(), 1U);
    EXPECT_EQ(verify_sssp(team, graph, 0, found).front().property, sssp_property::facts_add_up);
  });
}

}  // namespace orujo::test::sssp_tests
