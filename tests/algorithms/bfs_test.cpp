// Breadth-first search finds the same depths as a serial search, whoever searches and how.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/bfs.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "activities/usable_mechanisms.hpp"
#include "algorithms/bfs_graphs.hpp"
#include "algorithms/generated_graphs.hpp"
#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/traversal/busiest_vertex.hpp"
#include "support/teams.hpp"

namespace orujo::test::bfs_tests {

namespace {

constexpr std::array all_methods = {bfs_method::direction_optimizing, bfs_method::top_down,
                                    bfs_method::bottom_up, bfs_method::distributed_control,
                                    bfs_method::marks};

//  0 - 1    2 - 3 - 4      7
//                \  |
//                   5 - 6
const edge_list three_components = {{0, 1}, {2, 3}, {3, 4}, {3, 5}, {4, 5}, {5, 6}};

std::vector<std::string> problems_of(rank_team& team, const csr_graph& graph, vertex_id source,
                                     const bfs_tree& tree) {
  std::vector<std::string> problems;
  for (const auto& each : verify_bfs(team, graph, source, tree)) {
    problems.push_back(each.text());
  }
  return problems;
}

/// The tree has the depths of the serial search and is one of shortest paths.
void expect_right(rank_team& team, const csr_graph& graph, const plain_graph& plain,
                  vertex_id source) {
  for (const bfs_method method : all_methods) {
    SCOPED_TRACE("method " + std::to_string(static_cast<int>(method)) + ", source " +
                 std::to_string(source));
    const bfs_tree tree = bfs(team, graph, source, {.method = method});
    EXPECT_EQ(gather(team, tree.depth), plain.depths_from(source));
    EXPECT_EQ(problems_of(team, graph, source, tree), std::vector<std::string>{});
  }
}

}  // namespace

TEST(bfs, gives_the_hop_count_of_every_vertex_in_the_sources_component) {
  on_teams(all_teams(), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 8, three_components, undirected);

    const bfs_tree tree = bfs(team, graph, 2);

    EXPECT_EQ(gather(team, tree.depth),
              (std::vector<std::uint32_t>{unreached, unreached, 0, 1, 2, 2, 3, unreached}));
    EXPECT_EQ(gather(team, tree.parent),
              (std::vector<vertex_id>{no_vertex, no_vertex, 2, 2, 3, 3, 5, no_vertex}));
    EXPECT_EQ(tree.facts.reached, 5U);
    EXPECT_EQ(tree.facts.depth_sum, 8U);
    EXPECT_EQ(tree.facts.max_depth, 3U);
  });
}

TEST(bfs, reaches_only_the_source_if_it_has_no_edge) {
  on_teams(all_teams(1), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 8, three_components, undirected);
    for (const bfs_method method : all_methods) {
      const bfs_tree tree = bfs(team, graph, 7, {.method = method});
      EXPECT_EQ(tree.facts.reached, 1U);
      EXPECT_EQ(tree.facts.max_depth, 0U);
      EXPECT_EQ(gather(team, tree.parent)[7], 7U);
      EXPECT_EQ(gather(team, tree.parent)[2], no_vertex);
    }
  });
}

TEST(bfs, agrees_with_a_serial_search_whatever_the_message_order) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const vertex_id vertices = 200 + 37 * seed;
    const edge_list edges = random_edges(seed, vertices, 150 + 200 * seed);
    const plain_graph plain(vertices, edges, false);
    on_teams(all_teams(), [&](rank_team& team) {
      const csr_graph graph = graph_from_edges(team, vertices, edges, undirected);
      expect_right(team, graph, plain, seed);
    });
  }
}

TEST(bfs, follows_directed_edges_forwards_only) {
  const vertex_id vertices = 300;
  const edge_list edges = random_edges(5, vertices, 900);
  const plain_graph plain(vertices, edges, true);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, vertices, edges, directed);
    expect_right(team, graph, plain, 11);
  });
}

TEST(bfs, stays_top_down_on_a_directed_graph_without_in_edges) {
  const edge_list edges = random_edges(6, 128, 2000);
  const plain_graph plain(128, edges, true);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 128, edges, {.directed = true, .in_edges = false});
    const bfs_tree tree = bfs(team, graph, 3);
    EXPECT_EQ(gather(team, tree.depth), plain.depths_from(3));
    EXPECT_EQ(tree.facts.bottom_up_levels, 0U);
    EXPECT_THROW(static_cast<void>(bfs(team, graph, 3, {.method = bfs_method::bottom_up})),
                 agreed_error);
  });
}

TEST(bfs, goes_bottom_up_where_the_frontier_is_large_and_back) {
  const edge_list edges = random_edges(8, 4096, 40000);
  const plain_graph plain(4096, edges, false);
  on_teams({team_of(1, 1), team_of(1, 4), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 4096, edges, undirected);
    expect_right(team, graph, plain, edges.front().source);
    const bfs_tree tree = bfs(team, graph, edges.front().source);
    EXPECT_GT(tree.facts.bottom_up_levels, 0U);
    EXPECT_GT(tree.facts.top_down_levels, 0U);
  });
}

TEST(bfs, finds_the_same_depths_under_every_order_of_work) {
  const edge_list edges = random_edges(3, 200, 500);
  const plain_graph plain(200, edges, true);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 200, edges, {.directed = true, .in_edges = false});
    for (const work_order& order : std::vector<work_order>{{order_kind::unordered, 0},
                                                           {order_kind::levels, 0},
                                                           {order_kind::buckets, 2},
                                                           {order_kind::strict, 0},
                                                           {order_kind::priority_per_worker, 0},
                                                           {order_kind::priority_per_rank, 0}}) {
      SCOPED_TRACE(text_of(order));
      bfs_search search(team, graph, {.method = bfs_method::distributed_control, .order = order});
      for (const vertex_id source : {vertex_id{7}, edges.front().source}) {
        const bfs_tree& tree = search.run(source);
        EXPECT_EQ(gather(team, tree.depth), plain.depths_from(source));
        EXPECT_EQ(problems_of(team, graph, source, tree), std::vector<std::string>{});
        const work_statistics work = search.work();
        EXPECT_EQ(work.useful, tree.facts.reached);
        EXPECT_EQ(work.useful + work.useless + work.invalidated, work.improvements + 1);
        EXPECT_EQ(search.history().workers.size(), workers_heard_of(team));
      }
    }
  });
}

TEST(bfs, is_verified_on_every_generated_graph) {
  const std::vector<launch_options> teams = {team_of(1, 1), team_of(1, 4), team_of(3, 2),
                                             team_of(8, 1, sim_model_of(3))};
  for (const char* spec : generated_graphs) {
    SCOPED_TRACE(spec);
    on_teams(teams, [&](rank_team& team) {
      const csr_graph graph = load_graph(team, spec);
      for (const bfs_method method : all_methods) {
        const bfs_tree tree = bfs(team, graph, 1, {.method = method});
        EXPECT_EQ(problems_of(team, graph, 1, tree), std::vector<std::string>{});
        EXPECT_EQ(tree.facts.depth_sum, bfs(team, graph, 1).facts.depth_sum);
      }
    });
  }
}

TEST(bfs, walks_a_long_path_level_by_level) {
  const edge_list edges = path_to(1000);
  on_teams({team_of(1, 1), team_of(1, 3), team_of(2, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 1001, edges, undirected);
    const bfs_tree tree = bfs(team, graph, 1000);
    EXPECT_EQ(tree.facts.max_depth, 1000U);
    EXPECT_EQ(tree.facts.depth_sum, 1000U * 1001U / 2);
    EXPECT_EQ(problems_of(team, graph, 1000, tree), std::vector<std::string>{});
  });
}

TEST(bfs, counts_parallel_edges_and_loops_as_ways_not_as_vertices) {
  const edge_list edges = {{0, 0}, {0, 1}, {0, 1}, {1, 2}, {2, 2}, {2, 1}};
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(
        team, 3, edges,
        {.directed = false, .parallel = parallel_edges::kept, .keep_self_loops = true});
    expect_right(team, graph, plain_graph(3, edges, false), 0);
    EXPECT_EQ(bfs(team, graph, 0).facts.reached, 3U);
  });
}

TEST(bfs, leaves_depths_out_if_asked_to) {
  on_teams({team_of(1, 2), team_of(2, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 8, three_components, undirected);
    for (const bfs_method method : all_methods) {
      const bfs_tree tree =
          bfs(team, graph, 2, {.method = method, .result = bfs_result::parents_only});
      EXPECT_TRUE(tree.depth.empty());
      EXPECT_EQ(gather(team, tree.parent)[6], 5U);
      EXPECT_EQ(tree.facts.depth_sum, 8U);
    }
  });
}

TEST(bfs_search, searches_again_in_the_same_memory) {
  const edge_list edges = random_edges(9, 500, 700);
  const plain_graph plain(500, edges, false);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 500, edges, undirected);
    bfs_search search(team, graph);
    for (const vertex_id source : {0U, 499U, 17U, 0U}) {
      const bfs_tree& tree = search.run(source);
      EXPECT_EQ(gather(team, tree.depth), plain.depths_from(source));
      EXPECT_EQ(problems_of(team, graph, source, tree), std::vector<std::string>{});
    }
  });
}

TEST(bfs_search, marks_vertices_under_every_mechanism) {
  const edge_list edges = random_edges(19, 400, 900);
  const plain_graph plain(400, edges, true);
  on_teams(activity_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 400, edges, {.directed = true});
    for (const isolation_choice& each : isolation_choices(team, operator_reach::one_element)) {
      SCOPED_TRACE(name_of(each));
      for (const auto direction :
           {map_direction::push, map_direction::pull, map_direction::cheaper}) {
        bfs_search search(team, graph,
                          {.method = bfs_method::marks, .isolation = each, .direction = direction});
        for (const vertex_id source : {3U, 399U}) {
          const bfs_tree& tree = search.run(source);
          EXPECT_EQ(gather(team, tree.depth), plain.depths_from(source));
          EXPECT_EQ(problems_of(team, graph, source, tree), std::vector<std::string>{});
        }
        const bfs_facts facts = search.run(3).facts;
        const activity_counts counts = search.activities().value();
        EXPECT_EQ(counts.operators - counts.failed, facts.reached - 1);
        EXPECT_GE(counts.operators, counts.activities);
        if (direction == map_direction::push) { EXPECT_EQ(facts.bottom_up_levels, 0U); }
        if (direction == map_direction::pull) { EXPECT_EQ(facts.top_down_levels, 0U); }
        EXPECT_GT(facts.bottom_up_levels + facts.top_down_levels, 0U);
      }
    }
  });
}

TEST(bfs_search, of_marks_goes_both_ways) {
  on_teams(few_teams(), [](rank_team& team) {
    load_options how;
    how.build.directed = false;
    const csr_graph graph = load_graph(team, "kron:10", how);
    const vertex_id source = busiest_vertex(team, graph);
    bfs_search levels(team, graph);
    bfs_search marks(team, graph, {.method = bfs_method::marks});
    const bfs_facts& found = marks.run(source).facts;
    EXPECT_GT(found.bottom_up_levels, 0U);
    EXPECT_GT(found.top_down_levels, 0U);
    EXPECT_EQ(gather(team, marks.run(source).depth), gather(team, levels.run(source).depth));
  });
}

TEST(bfs_search, of_marks_ends_with_the_level_of_the_target) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 8, three_components, undirected);
    bfs_search search(team, graph, {.method = bfs_method::marks});
    EXPECT_EQ(search.run(2, 4).facts.reached, 4U);
    EXPECT_EQ(search.run(2, 7).facts.reached, 5U);
    EXPECT_EQ(search.run(2).facts.reached, 5U);
    report_card card;
    search.describe(card);
    EXPECT_EQ(card.entries().back().row.choice, "isolation");
  });
}

TEST(bfs_search, describes_the_choices_in_force) {
  on_teams({team_of(1, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 8, three_components, undirected);
    report_card card;
    bfs_search(team, graph, {.alpha = 4}).describe(card);
    ASSERT_EQ(card.entries().size(), 2U);
    EXPECT_EQ(card.entries().front().row.value, "direction-optimizing");
    EXPECT_EQ(card.entries().front().row.numbers.front().value, 4);
  });
}

TEST(bfs, rejects_a_source_outside_the_graph_on_every_rank) {
  on_teams(all_teams(0), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 8, three_components, undirected);
    EXPECT_THROW(static_cast<void>(bfs(team, graph, 8)), agreed_error);
    EXPECT_THROW(static_cast<void>(bfs(team, graph, no_vertex)), agreed_error);
    EXPECT_EQ(bfs(team, graph, 0).facts.reached, 2U);  // and all can go on
  });
}

TEST(bfs, rejects_an_order_of_work_for_methods_with_levels) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 8, three_components, undirected);
    const work_order order{order_kind::strict, 0};
    for (const bfs_method method : all_methods) {
      if (method == bfs_method::distributed_control) { continue; }
      EXPECT_THROW(bfs_search(team, graph, {.method = method, .order = order}), agreed_error);
      bfs_search search(team, graph, {.method = method});
      search.run(0);
      EXPECT_EQ(search.work().processed(), 0U);
      EXPECT_EQ(search.activities().has_value(), method == bfs_method::marks);
      EXPECT_TRUE(search.history().workers.empty());
    }
  });
}

TEST(bfs, rejects_heuristics_that_are_not_positive) {
  on_teams({team_of(2, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 8, three_components, undirected);
    EXPECT_THROW(static_cast<void>(bfs(team, graph, 0, {.alpha = 0})), agreed_error);
    EXPECT_THROW(static_cast<void>(bfs(team, graph, 0, {.beta = -1})), agreed_error);
  });
}

}  // namespace orujo::test::bfs_tests
