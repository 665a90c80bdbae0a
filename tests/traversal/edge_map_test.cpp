// An operator reaches the target of every edge once, on every team and under every isolation.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/edge_map.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "orujo/traversal/vertex_map.hpp"
#include "traversal/given_graph.hpp"

namespace orujo::test {

namespace {

constexpr std::uint32_t far = ~std::uint32_t{0};

/// Depths of a search, a level in each round.
struct depth_claims {
  using value_type = std::uint32_t;
  std::uint32_t* depth;

  template <typename Isolation>
  [[nodiscard]] std::uint32_t value_of(Isolation, local_vertex v) const {
    return Isolation::load(depth[v]) + 1;
  }
  template <typename Isolation>
  [[nodiscard]] bool wants(Isolation, local_vertex target) const {
    return Isolation::load(depth[target]) == far;
  }
  template <typename Isolation>
  void act(Isolation, vertex_lane& next, local_vertex target, std::uint32_t value) const {
    if (Isolation::claim(depth[target], far, value)) { next.add(target); }
  }
};

constexpr auto all_directions = {map_direction::push, map_direction::pull, map_direction::cheaper};

std::vector<std::uint32_t> depths_by_edge_map(rank_team& team, const csr_graph& graph,
                                              map_direction direction) {
  std::vector<std::uint32_t> depth(graph.num_local(), far);
  edge_map search(team, graph, depth_claims{depth.data()});
  frontier active(team, graph);
  if (graph.owns(0)) {
    depth[graph.local(0)] = 0;
    active.lane(team.worker_at(0)).add(graph.local(0));
  }
  while (active.gather()) { search(active, direction); }
  return all_values<std::uint32_t>(team, depth);
}

std::vector<std::uint32_t> serial_depths(const given_graph& list) {
  std::vector<std::uint32_t> depth(list.vertices, far);
  std::vector<std::vector<vertex_id>> rows(list.vertices);
  for (const input_edge& each : list.edges) { rows[each.source].push_back(each.target); }
  depth[0] = 0;
  std::vector<vertex_id> queue = {0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const vertex_id target : rows[queue[i]]) {
      if (depth[target] != far) { continue; }
      depth[target] = depth[queue[i]] + 1;
      queue.push_back(target);
    }
  }
  return depth;
}

/// The least id from which a vertex can be reached.
struct least_ids {
  using value_type = vertex_id;
  vertex_id* least;

  template <typename Isolation>
  [[nodiscard]] vertex_id value_of(Isolation, local_vertex v) const {
    return Isolation::load(least[v]);
  }
  template <typename Isolation>
  void act(Isolation, vertex_lane& next, local_vertex target, vertex_id value) const {
    if (Isolation::lower(least[target], value)) { next.add(target); }
  }
};

void add_all(rank_team& team, frontier& active, std::size_t vertices) {
  for_each_share(team, vertices, [&](worker& self, index_range share) {
    for (std::size_t v = share.first; v < share.last; ++v) {
      active.lane(self).add(static_cast<local_vertex>(v));
    }
  });
}

std::vector<vertex_id> least_by_edge_map(rank_team& team, const csr_graph& graph,
                                         map_direction direction) {
  std::vector<vertex_id> least(graph.num_local());
  vertex_map(team, graph, [&](local_vertex v) { least[v] = graph.global(v); });
  edge_map spread(team, graph, least_ids{least.data()});
  frontier active(team, graph);
  add_all(team, active, graph.num_local());
  while (active.gather()) { spread(active, direction); }
  return all_values<vertex_id>(team, least);
}

/// Edges by target, and what their sources are.
struct arrivals {
  using value_type = no_value;
  std::uint64_t* count;

  template <typename Isolation>
  [[nodiscard]] no_value value_of(Isolation, local_vertex) const {
    return {};
  }
  template <typename Isolation>
  void act(Isolation, vertex_lane&, local_vertex target, no_value) const {
    Isolation::add(count[target], 1);
  }
};

/// The target of each edge, for the edges of several rows at once; sums of what came.
struct told_targets {
  using value_type = vertex_id;
  const csr_graph* graph;
  vertex_id* sum;

  template <typename Isolation>
  [[nodiscard]] vertex_id value_of(Isolation, local_vertex) const {
    return 1;
  }
  void along(const value_rows<vertex_id>& rows, std::span<vertex_id> into) const {
    EXPECT_LE(rows.count, 64U);
    EXPECT_LE(into.size(), 256U);
    std::size_t i = 0;
    for (std::size_t row = 0; row < rows.count; ++row) {
      for (std::uint64_t edge = rows.first[row]; edge < rows.last[row]; ++edge) {
        into[i++] = rows.from[row] + graph->global(graph->out_edges().targets[edge]);
      }
    }
    EXPECT_EQ(i, into.size());
  }
  template <typename Isolation>
  void act(Isolation, vertex_lane&, local_vertex target, vertex_id value) const {
    Isolation::add(sum[target], value);
  }
};

/// Another mechanism: one lock for all, which knows how often it was needed.
struct one_lock : isolation::plain {
  static constexpr bool is_shared = true;
  static inline std::mutex lock;
  static inline std::atomic<std::uint64_t> used = 0;

  template <typename T>
  static T add(T& place, std::type_identity_t<T> value) {
    const std::scoped_lock guard(lock);
    used.fetch_add(1);
    return isolation::plain::add(place, value);
  }
};

template <typename Shared>
void expect_arrivals(rank_team& team, const given_graph& list) {
  const csr_graph graph = list.graph(team);
  std::vector<std::uint64_t> count(graph.num_local(), 0);
  edge_map<arrivals, Shared> arrive(team, graph, arrivals{count.data()});
  frontier active(team, graph);
  for (const map_direction direction : all_directions) {
    add_all(team, active, graph.num_local());
    ASSERT_TRUE(active.gather());
    EXPECT_EQ(active.size(), list.vertices);
    arrive(active, direction);
    EXPECT_FALSE(active.gather());
  }
  std::vector<std::uint64_t> expected(list.vertices, 0);
  for (const input_edge& each : list.edges) { expected[each.target] += 3; }
  EXPECT_EQ(all_values<std::uint64_t>(team, count), expected);
}

}  // namespace

TEST(edge_map, finds_the_depths_of_a_search) {
  for (const given_graph& list :
       {random_list(1, 3000, 12000), random_list(2, 400, 500), path_list(20), dense_list(80)}) {
    const std::vector<std::uint32_t> expected = serial_depths(list);
    on_teams(all_teams(), [&](rank_team& team) {
      const csr_graph graph = list.graph(team);
      for (const map_direction direction : all_directions) {
        EXPECT_EQ(depths_by_edge_map(team, graph, direction), expected);
      }
    });
  }
}

TEST(edge_map, spreads_values_until_none_changes) {
  for (const given_graph& list : {random_list(3, 3000, 12000), path_list(15)}) {
    const std::vector<vertex_id> expected = serial_least(list);
    on_teams(all_teams(), [&](rank_team& team) {
      const csr_graph graph = list.graph(team);
      for (const map_direction direction : all_directions) {
        EXPECT_EQ(least_by_edge_map(team, graph, direction), expected);
      }
    });
  }
}

TEST(edge_map, acts_once_for_each_edge_of_each_round) {
  for (const given_graph& list : {random_list(4, 500, 9000), dense_list(90), path_list(5)}) {
    on_teams(all_teams(), [&](rank_team& team) { expect_arrivals<isolation::atomic>(team, list); });
  }
}

TEST(edge_map, isolates_what_several_workers_do_by_the_policy_it_is_given) {
  const given_graph list = random_list(5, 3000, 20000);
  for (const launch_options& team_shape : few_teams()) {
    one_lock::used = 0;
    on_teams({team_shape}, [&](rank_team& team) { expect_arrivals<one_lock>(team, list); });
    if (under_mpirun()) { continue; }
    // A pull needs none; this one is cheaper by pulling, too.
    EXPECT_EQ(one_lock::used.load(), team_shape.workers == 1 ? 0 : list.edges.size());
  }
}

TEST(edge_map, asks_for_several_edges_at_once_what_each_carries) {
  for (const given_graph& list : {random_list(7, 100, 9000), random_list(8, 9, 8000),
                                  dense_list(90), path_list(5), path_list(900)}) {
    std::vector<vertex_id> expected(list.vertices, 0);
    for (const input_edge& each : list.edges) { expected[each.target] += 1 + each.target; }
    on_teams(all_teams(), [&](rank_team& team) {
      const csr_graph graph = list.graph(team);
      std::vector<vertex_id> sum(graph.num_local(), 0);
      edge_map tell(team, graph, told_targets{&graph, sum.data()});
      frontier active(team, graph);
      add_all(team, active, graph.num_local());
      ASSERT_TRUE(active.gather());
      tell(active, map_direction::cheaper);
      EXPECT_EQ(all_values<vertex_id>(team, sum), expected);
      EXPECT_THROW(tell(active, map_direction::pull), agreed_error);
    });
  }
}

/// `cliques` complete graphs of as many vertices each, which no edge connects.
given_graph cliques_list(vertex_id cliques, vertex_id vertices) {
  given_graph list{.vertices = cliques * vertices, .edges = {}};
  for (vertex_id source = 0; source < list.vertices; ++source) {
    const vertex_id first = source - source % vertices;
    for (vertex_id i = 0; i < vertices; ++i) {
      if (first + i != source) { list.edges.push_back({source, first + i}); }
    }
  }
  return list;
}

// Half of all edges lead out of the frontier, and none to a vertex that is wanted: a pull would
// have been expected to find each by its second edge, and looks at all.
TEST(edge_map, learns_what_a_pull_takes) {
  on_teams({team_of(1, 1), team_of(1, 2), team_of(3, 2)}, [](rank_team& team) {
    const given_graph list = cliques_list(2, 100);
    const csr_graph graph = list.graph(team);
    std::vector<std::uint32_t> depth(graph.num_local(), far);
    edge_map search(team, graph, depth_claims{depth.data()});
    frontier active(team, graph);
    std::vector<map_direction> taken;
    for (int i = 0; i < 60; ++i) {
      for (local_vertex v = 0; v < graph.num_local(); ++v) {
        if (graph.global(v) >= 100) { continue; }
        depth[v] = 0;
        active.lane(team.worker_at(0)).add(v);
      }
      ASSERT_TRUE(active.gather());
      taken.push_back(search(active, map_direction::cheaper));
      ASSERT_FALSE(active.gather());
    }
    EXPECT_EQ(taken[0], map_direction::pull);
    EXPECT_EQ(taken[1], map_direction::push);
    const auto pulls = std::count(taken.begin(), taken.end(), map_direction::pull);
    EXPECT_GT(pulls, 1);  // it is tried again
    EXPECT_LT(pulls, 10);
  });
}

// Few vertices are wanted, and most of their edges come from the frontier; then most are wanted,
// and each edge out of the frontier finds one.
TEST(edge_map, pulls_where_that_looks_at_less) {
  on_teams({team_of(1, 2), team_of(2, 1)}, [](rank_team& team) {
    const given_graph list = cliques_list(1, 100);
    const csr_graph graph = list.graph(team);
    for (const vertex_id in_frontier : {90U, 7U}) {
      std::vector<std::uint32_t> depth(graph.num_local(), far);
      edge_map search(team, graph, depth_claims{depth.data()});
      frontier active(team, graph);
      for (local_vertex v = 0; v < graph.num_local(); ++v) {
        if (graph.global(v) >= in_frontier) { continue; }
        depth[v] = 0;
        active.lane(team.worker_at(0)).add(v);
      }
      ASSERT_TRUE(active.gather());
      EXPECT_EQ(search(active, map_direction::cheaper),
                in_frontier == 90 ? map_direction::pull : map_direction::push);
      active.gather();
      EXPECT_EQ(active.size(), 100 - in_frontier);
    }
  });
}

TEST(edge_map, pulls_only_along_edges_by_target) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const given_graph list = random_list(6, 100, 300);
    const csr_graph graph =
        graph_from_edges(team, list.vertices, list.edges, {.directed = true, .in_edges = false});
    EXPECT_THROW(static_cast<void>(depths_by_edge_map(team, graph, map_direction::pull)),
                 agreed_error);
    EXPECT_EQ(depths_by_edge_map(team, graph, map_direction::cheaper), serial_depths(list));
  });
}

TEST(edge_map, pulls_a_vertex_that_is_twice_in_the_list_once) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = path_list(6000).graph(team);
    std::vector<std::uint64_t> count(graph.num_local(), 0);
    edge_map arrive(team, graph, arrivals{count.data()});
    frontier active(team, graph);
    add_all(team, active, graph.num_local());
    add_all(team, active, graph.num_local());
    ASSERT_TRUE(active.gather());
    EXPECT_EQ(active.size(), 12000U);
    arrive(active, map_direction::pull);
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      ASSERT_EQ(count[v], graph.global(v) == 0 ? 0U : 1U);
    }
    arrive(active);
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      ASSERT_EQ(count[v], graph.global(v) == 0 ? 0U : 3U);
    }
  });
}

TEST(edge_map, of_a_graph_without_vertices_does_nothing) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = given_graph{}.graph(team);
    frontier active(team, graph);
    EXPECT_FALSE(active.gather());
    edge_map search(team, graph, depth_claims{nullptr});
    for (const map_direction direction : all_directions) { search(active, direction); }
    EXPECT_FALSE(active.gather());
  });
}

}  // namespace orujo::test
