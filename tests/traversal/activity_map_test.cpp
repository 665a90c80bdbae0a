// Operators along edges under every mechanism: each runs once, and drives the frontier.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/activity_map.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "activities/usable_mechanisms.hpp"
#include "orujo/base/no_value.hpp"
#include "orujo/traversal/vertex_map.hpp"
#include "traversal/given_graph.hpp"

namespace orujo::test {

namespace {

constexpr std::uint32_t no_depth = ~std::uint32_t{0};

/// Depths of a search; may fail.
struct depth_mark {
  using value_type = std::uint32_t;
  using arguments = edge_arguments<std::uint32_t>;
  using element = std::uint32_t;

  element* depth;
  const std::uint32_t* level;
  std::uint8_t* told;  // of ghosts, by local number

  [[nodiscard]] std::uint32_t value_of(local_vertex /*source*/) const { return *level; }
  [[nodiscard]] element& place(const arguments& each) const { return depth[each.target]; }
  [[nodiscard]] bool wants(local_vertex target) const {
    return activities::load_shared(depth[target]) == no_depth;
  }
  [[nodiscard]] bool matters(const arguments& each) const { return wants(each.target); }
  [[nodiscard]] bool tells(local_vertex ghost, std::uint32_t /*value*/) const {
    return isolation::atomic::claim(told[ghost], 0, 1);
  }
  static std::optional<no_value> act(element& known, const arguments& each) {
    if (known != no_depth) { return std::nullopt; }
    known = each.value;
    return no_value{};
  }
  static void returned(vertex_lane& next, const arguments& each, no_value) {
    next.add(each.target);
  }
};

/// Adds what edges weigh, and how many there are.
struct two_sums {
  using value_type = std::uint64_t;
  using arguments = edge_arguments<std::uint64_t>;

  struct pair {
    std::uint64_t weight;
    std::uint64_t edges;
  };
  pair* sums;
  std::uint64_t* failures;  // of each worker

  [[nodiscard]] static std::uint64_t value_of(local_vertex /*source*/) { return 0; }
  [[nodiscard]] static std::uint64_t along(std::uint64_t /*value*/, std::uint64_t edge) {
    return edge % 7;
  }
  template <typename Access>
  operator_verdict act(Access& access, const arguments& each) const {
    pair& at = sums[each.target];
    access.write(at.weight, access.read(at.weight) + each.value);
    access.write(at.edges, access.read(at.edges) + 1);
    return each.value == 6 ? operator_verdict::failed : operator_verdict::done;
  }
  void failed(vertex_lane& lane, const arguments& /*each*/) const { ++failures[lane.worker()]; }
};

/// Adds one and the source; at home nobody else does.
struct source_sum {
  using value_type = vertex_id;
  using arguments = edge_arguments<vertex_id>;
  using element = std::uint64_t;

  const csr_graph* graph;
  element* sums;

  [[nodiscard]] vertex_id value_of(local_vertex source) const { return 1 + graph->global(source); }
  [[nodiscard]] element& place(const arguments& each) const { return sums[each.target]; }
  [[nodiscard]] static element amount(const arguments& each) { return each.value; }
};

/// Counts edges by target, and all of them in one place; edges carry nothing.
struct edge_counts {
  using value_type = no_value;
  using arguments = edge_arguments<no_value>;

  std::uint64_t* of_target;
  std::uint64_t* of_all;

  template <typename Access>
  operator_verdict act(Access& access, const arguments& each) const {
    access.write(of_target[each.target], access.read(of_target[each.target]) + 1);
    access.write(*of_all, access.read(*of_all) + 1);
    return operator_verdict::done;
  }
};

/// Counts edges by target, and adds up their sources; both in one piece of 16 bytes.
struct wide_sums {
  using value_type = vertex_id;
  using arguments = edge_arguments<vertex_id>;
  struct alignas(16) element {
    std::uint64_t edges = 0;
    std::uint64_t sources = 0;
  };

  const csr_graph* graph;
  element* sums;

  [[nodiscard]] vertex_id value_of(local_vertex source) const { return graph->global(source); }
  [[nodiscard]] element& place(const arguments& each) const { return sums[each.target]; }
  static void act(element& sum, const arguments& each) {
    ++sum.edges;
    sum.sources += each.value;
  }
};

struct way_of_search {
  isolation_choice isolation;
  map_direction direction;
};

std::vector<std::uint32_t> marked_depths(rank_team& team, const csr_graph& graph,
                                         const way_of_search& how) {
  std::vector<std::uint32_t> depth(graph.num_local(), no_depth);
  std::uint32_t level = 0;
  std::vector<std::uint8_t> told(std::size_t{graph.num_local()} + graph.num_ghosts());
  activity_map mark(team, graph, depth_mark{depth.data(), &level, told.data()},
                    {.isolation = how.isolation});
  frontier active(team, graph);
  if (graph.owns(0)) {
    depth[graph.local(0)] = 0;
    active.lane(team.worker_at(0)).add(graph.local(0));
  }
  while (active.gather()) {
    ++level;
    const map_direction taken = mark(active, how.direction);
    if (how.direction != map_direction::cheaper) { EXPECT_EQ(taken, how.direction); }
  }
  const activity_counts counts = mark.counts();
  std::uint64_t reached = 0;
  for (const std::uint32_t each : depth) { reached += each != no_depth ? 1 : 0; }
  EXPECT_EQ(counts.operators - counts.failed, reached - (graph.owns(0) ? 1 : 0));
  EXPECT_EQ(mark.counts_of_all().operators, all_sum(team, counts.operators));
  return all_values<std::uint32_t>(team, depth);
}

std::vector<std::uint32_t> depths_by_scans(const given_graph& list) {
  std::vector<std::uint32_t> depth(list.vertices, no_depth);
  depth[0] = 0;
  for (std::uint32_t level = 0; level < list.vertices; ++level) {
    bool is_last = true;
    for (const input_edge& each : list.edges) {
      if (depth[each.source] != level || depth[each.target] != no_depth) { continue; }
      depth[each.target] = level + 1;
      is_last = false;
    }
    if (is_last) { break; }
  }
  return depth;
}

void fill(rank_team& team, const csr_graph& graph, frontier& active) {
  for (local_vertex v = 0; v < graph.num_local(); ++v) { active.lane(team.worker_at(0)).add(v); }
}

}  // namespace

TEST(activity_map, marks_vertices_that_drive_the_frontier) {
  const std::uint64_t size = is_sanitized ? 400 : 2000;
  for (const given_graph& list :
       {random_list(11, size, 9 * size / 2), path_list(12), dense_list(60)}) {
    const std::vector<std::uint32_t> expected = depths_by_scans(list);
    on_teams(activity_teams(), [&](rank_team& team) {
      const csr_graph graph = list.graph(team);
      for (const isolation_choice& each : isolation_choices(team, operator_reach::one_element)) {
        for (const auto direction :
             {map_direction::push, map_direction::pull, map_direction::cheaper}) {
          EXPECT_EQ(marked_depths(team, graph, {each, direction}), expected) << name_of(each);
        }
      }
    });
  }
}

TEST(activity_map, runs_an_operator_of_several_elements_once_for_each_edge) {
  const given_graph list = random_list(12, 300, 9000);
  on_teams(activity_teams(), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    std::uint64_t of_weight[7] = {};
    for (std::uint64_t edge = 0; edge < graph.out_edges().targets.size(); ++edge) {
      ++of_weight[edge % 7];
    }
    for (const isolation_choice& each : isolation_choices(team, operator_reach::several_elements)) {
      std::vector<two_sums::pair> sums(graph.num_local());
      std::vector<std::uint64_t> failures(static_cast<std::size_t>(team.num_workers()));
      activity_map add(team, graph, two_sums{sums.data(), failures.data()}, {.isolation = each});
      frontier active(team, graph);
      fill(team, graph, active);
      ASSERT_TRUE(active.gather());
      add(active);
      add(active);
      std::uint64_t weight = 0;
      std::uint64_t edges = 0;
      for (const two_sums::pair& at : sums) {
        weight += at.weight;
        edges += at.edges;
      }
      std::uint64_t expected = 0;
      for (std::uint64_t w = 1; w < 6; ++w) { expected += 2 * w * of_weight[w]; }
      EXPECT_EQ(all_sum(team, weight), all_sum(team, expected));
      EXPECT_EQ(all_sum(team, edges), 2 * (list.edges.size() - all_sum(team, of_weight[6])));
      std::uint64_t failed = 0;
      for (const std::uint64_t of_worker : failures) { failed += of_worker; }
      EXPECT_EQ(failed, add.counts().failed);
      EXPECT_EQ(all_sum(team, failed), 2 * all_sum(team, of_weight[6]));
    }
  });
}

TEST(activity_map, isolates_what_edges_that_carry_nothing_change_together) {
  const given_graph list = dense_list(300);  // rows that an edge_map would split among workers
  on_teams({team_of(1, 2)}, [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    for (const isolation_choice& each : isolation_choices(team, operator_reach::several_elements)) {
      std::vector<std::uint64_t> of_target(graph.num_local());
      std::uint64_t of_all = 0;
      activity_map count(team, graph, edge_counts{of_target.data(), &of_all}, {.isolation = each});
      frontier active(team, graph);
      fill(team, graph, active);
      ASSERT_TRUE(active.gather());
      count(active);
      EXPECT_EQ(of_target, std::vector<std::uint64_t>(graph.num_local(), list.vertices));
      EXPECT_EQ(all_sum(team, of_all), list.edges.size()) << name_of(each);
    }
  });
}

TEST(activity_map, swaps_elements_of_16_bytes_under_one_mechanism) {
  const given_graph list = random_list(15, 500, 20000);
  std::uint64_t sources = 0;
  for (const input_edge& each : list.edges) { sources += each.source; }
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    std::vector<wide_sums::element> sums(graph.num_local());
    const wide_sums add_to{&graph, sums.data()};
    activity_map add(team, graph, add_to);
    frontier active(team, graph);
    fill(team, graph, active);
    ASSERT_TRUE(active.gather());
    add(active);
    wide_sums::element own;
    for (const wide_sums::element& each : sums) {
      own.edges += each.edges;
      own.sources += each.sources;
    }
    EXPECT_EQ(all_sum(team, own.edges), list.edges.size());
    EXPECT_EQ(all_sum(team, own.sources), sources);
    const isolation_choice home{.mechanism = mechanism_kind::home};
    EXPECT_THROW(activity_map(team, graph, add_to, {.isolation = home}), agreed_error);
  });
}

TEST(activity_map, pulls_where_the_frontier_has_many_edges) {
  const given_graph list = random_list(13, 2000, 40000);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    std::vector<std::uint32_t> depth(graph.num_local(), no_depth);
    std::uint32_t level = 1;
    std::vector<std::uint8_t> told(std::size_t{graph.num_local()} + graph.num_ghosts());
    activity_map mark(team, graph, depth_mark{depth.data(), &level, told.data()});
    frontier active(team, graph);
    EXPECT_FALSE(active.gather());
    EXPECT_EQ(mark(active, map_direction::cheaper), map_direction::push);
    fill(team, graph, active);
    ASSERT_TRUE(active.gather());
    EXPECT_EQ(mark(active, map_direction::cheaper), map_direction::pull);
    EXPECT_EQ(mark.counts().failed, 0U);  // nobody else marks a target
  });
}

TEST(activity_map, of_an_operator_that_does_not_say_what_it_wants_pushes_only) {
  on_teams({team_of(1, 2), team_of(2, 1)}, [](rank_team& team) {
    const csr_graph graph = dense_list(60).graph(team);
    std::vector<two_sums::pair> sums(graph.num_local());
    std::vector<std::uint64_t> failures(static_cast<std::size_t>(team.num_workers()));
    activity_map add(team, graph, two_sums{sums.data(), failures.data()});
    frontier active(team, graph);
    fill(team, graph, active);
    ASSERT_TRUE(active.gather());
    EXPECT_THROW(add(active, map_direction::pull), agreed_error);
    EXPECT_EQ(add(active, map_direction::cheaper), map_direction::push);
  });
}

TEST(activity_map, leaves_more_to_homes_than_their_boxes_hold) {
  const given_graph list = random_list(14, 3000, 200000);
  std::vector<std::uint64_t> expected(list.vertices, 0);
  for (const input_edge& each : list.edges) { expected[each.target] += 1 + each.source; }
  on_teams({team_of(1, 2), team_of(1, 4), team_of(2, 2), team_of(3, 4, sim_model_of(3))},
           [&](rank_team& team) {
             const csr_graph graph = list.graph(team);
             std::vector<std::uint64_t> sums(graph.num_local());
             activity_map add(team, graph, source_sum{&graph, sums.data()},
                              {.isolation = {.mechanism = mechanism_kind::home}});
             frontier active(team, graph);
             fill(team, graph, active);
             ASSERT_TRUE(active.gather());
             add(active);
             EXPECT_EQ(all_values<std::uint64_t>(team, sums), expected);
             EXPECT_EQ(add.counts_of_all().operators, list.edges.size());
           });
}

TEST(activity_map, says_which_mechanism_is_in_force) {
  on_teams({team_of(1, 2), team_of(2, 1)}, [](rank_team& team) {
    const csr_graph graph = path_list(4).graph(team);
    std::uint32_t level = 0;
    const activity_map mark(team, graph, depth_mark{nullptr, &level, nullptr},
                            {.isolation = {.mechanism = mechanism_kind::stm, .coarsen = 8}});
    report_card card;
    mark.describe(card);
    ASSERT_EQ(card.entries().size(), 1U);
    EXPECT_EQ(card.entries().front().row.value, "stm");
    EXPECT_EQ(card.entries().front().row.numbers.front().value, 8);
    const isolation_choice atomic{.mechanism = mechanism_kind::atomic};
    EXPECT_THROW(activity_map(team, graph, two_sums{nullptr, nullptr}, {.isolation = atomic}),
                 agreed_error);
  });
}

TEST(edge_map, of_edges_that_differ_pushes_only) {
  on_teams({team_of(1, 1), team_of(2, 1)}, [](rank_team& team) {
    struct weighed {
      using value_type = std::uint64_t;
      std::uint64_t* sums;

      [[nodiscard]] static std::uint64_t value_of(isolation::plain, local_vertex) { return 1; }
      [[nodiscard]] static std::uint64_t along(std::uint64_t value, std::uint64_t edge) {
        return value + 0 * edge;
      }
      void act(isolation::plain, vertex_lane&, local_vertex target, std::uint64_t value) const {
        sums[target] += value;
      }
    };
    const csr_graph graph = path_list(20).graph(team);
    std::vector<std::uint64_t> sums(graph.num_local(), 0);
    edge_map<weighed, isolation::plain> weigh(team, graph, weighed{sums.data()});
    frontier active(team, graph);
    fill(team, graph, active);
    ASSERT_TRUE(active.gather());
    EXPECT_THROW(weigh(active, map_direction::pull), agreed_error);
    weigh(active, map_direction::cheaper);
    std::uint64_t all = 0;
    for (const std::uint64_t each : sums) { all += each; }
    EXPECT_EQ(all_sum(team, all), 19U);
  });
}

}  // namespace orujo::test
