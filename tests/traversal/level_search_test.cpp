// A search reaches each vertex once, from a neighbour one level up, on every team and either way.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/level_search/level_search.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "orujo/traversal/depth_search.hpp"
#include "traversal/given_graph.hpp"

namespace orujo::test {

namespace {

/// What a search told of an owned vertex.
struct told_of {
  std::uint32_t depth;
  std::uint32_t reached;  // how often
  std::uint32_t left;
  vertex_id from;
};

struct teller {
  using value_type = vertex_id;

  const csr_graph* graph;
  told_of* told;
  vertex_id every;  // the vertices that it divides are not wanted; 0: all are

  [[nodiscard]] vertex_id value_of(local_vertex v) const noexcept { return graph->global(v); }
  void reach(local_vertex v, vertex_id from, std::uint32_t depth) const noexcept {
    told[v].depth = depth;
    told[v].from = from;
    ++told[v].reached;
  }
  void leave(local_vertex v) const noexcept { ++told[v].left; }
  [[nodiscard]] bool wants(local_vertex v) const noexcept {
    return every == 0 || graph->global(v) % every != 0;
  }
};

constexpr vertex_id source = 1;

/// What a serial search along `edges` finds, from `source`, of vertices that `every` does not
/// divide, no deeper than `target`.
std::vector<std::uint32_t> expected_depths(const given_graph& list, edge_side follow,
                                           vertex_id every, vertex_id target) {
  std::vector<std::uint32_t> depth(list.vertices, unreached);
  std::vector<vertex_id> level = {source};
  depth[source] = 0;
  for (std::uint32_t next = 1; !level.empty(); ++next) {
    if (target != no_vertex && depth[target] != unreached) { break; }
    std::vector<vertex_id> found;
    for (const input_edge& each : list.edges) {
      const auto [from, to] = follow == edge_side::out ? std::pair(each.source, each.target)
                                                       : std::pair(each.target, each.source);
      const bool is_wanted = every == 0 || to % every != 0;
      if (depth[from] != next - 1 || depth[to] != unreached || !is_wanted) { continue; }
      depth[to] = next;
      found.push_back(to);
    }
    level = found;
  }
  return depth;
}

struct search_case {
  map_direction direction = map_direction::cheaper;
  edge_side follow = edge_side::out;
  vertex_id every = 0;
  vertex_id target = no_vertex;
};

/// Each two properties in each combination.
std::vector<search_case> all_cases() {
  const vertex_id target = 11;
  return {{map_direction::push, edge_side::out, 0, no_vertex},
          {map_direction::push, edge_side::in, 5, target},
          {map_direction::pull, edge_side::out, 5, no_vertex},
          {map_direction::pull, edge_side::in, 0, target},
          {map_direction::cheaper, edge_side::out, 0, target},
          {map_direction::cheaper, edge_side::in, 5, no_vertex}};
}

/// A graph, and what serial searches find in it.
struct searched_list {
  explicit searched_list(given_graph of) : list(std::move(of)) {
    for (const input_edge& each : list.edges) { edges.emplace(each.source, each.target); }
    for (const search_case& each : all_cases()) {
      depths.push_back(expected_depths(list, each.follow, each.every, each.target));
    }
  }

  [[nodiscard]] bool has_edge(edge_side follow, vertex_id from, vertex_id to) const {
    return edges.contains(follow == edge_side::out ? std::pair(from, to) : std::pair(to, from));
  }

  given_graph list;
  std::set<std::pair<vertex_id, vertex_id>> edges;
  std::vector<std::vector<std::uint32_t>> depths;  // by case
};

search_facts facts_of(const std::vector<std::uint32_t>& depths) {
  search_facts sums;
  for (const std::uint32_t depth : depths) {
    if (depth == unreached) { continue; }
    ++sums.reached;
    sums.depth_sum += depth;
    sums.max_depth = std::max(sums.max_depth, depth);
  }
  return sums;
}

void expect_told(const searched_list& graph, const search_case& wanted,
                 const std::vector<std::uint32_t>& expected, const std::vector<told_of>& all) {
  for (vertex_id v = 0; v < expected.size(); ++v) {
    const bool is_reached = expected[v] != unreached;
    const bool is_wanted = wanted.every == 0 || v % wanted.every != 0;
    ASSERT_EQ(all[v].reached, is_reached ? 1U : 0U) << v;
    ASSERT_EQ(all[v].left, is_reached || !is_wanted ? 0U : 1U) << v;
    if (!is_reached) { continue; }
    ASSERT_EQ(all[v].depth, expected[v]) << v;
    if (v == source) { continue; }
    ASSERT_EQ(expected[all[v].from], expected[v] - 1);
    ASSERT_TRUE(graph.has_edge(wanted.follow, all[v].from, v)) << all[v].from << " to " << v;
  }
}

void search_all_ways(rank_team& team, const searched_list& expected) {
  const csr_graph graph = expected.list.graph(team);
  std::size_t number = 0;
  for (const search_case& wanted : all_cases()) {
    const std::vector<std::uint32_t>& depths = expected.depths[number++];
    std::vector<told_of> told(graph.num_local());
    level_search search(team, graph,
                        teller{.graph = &graph, .told = told.data(), .every = wanted.every},
                        {.choice = {.direction = wanted.direction, .alpha = 4}});
    search_facts facts;
    for (int twice = 0; twice < 2; ++twice) {  // in the same memory
      std::fill(told.begin(), told.end(), told_of{});
      facts = search.run({.source = source, .target = wanted.target, .follow = wanted.follow});
    }
    const std::vector<told_of> all = all_values<told_of>(team, told);
    if (team.rank() == rank_id{0}) { expect_told(expected, wanted, depths, all); }
    const search_facts sums = facts_of(depths);
    EXPECT_EQ(facts.reached, sums.reached);
    EXPECT_EQ(facts.depth_sum, sums.depth_sum);
    EXPECT_EQ(facts.max_depth, sums.max_depth);
  }
}

}  // namespace

TEST(level_search, reaches_each_vertex_once_from_one_level_up) {
  for (const given_graph& list : {random_list(1, 3000, 9000), random_list(2, 300, 500),
                                  path_list(15), dense_list(70), star_list(900)}) {
    const searched_list expected(list);
    on_teams(all_teams(), [&](rank_team& team) { search_all_ways(team, expected); });
  }
}

TEST(level_search, ends_with_the_level_that_has_the_target) {
  const given_graph list = path_list(200);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    std::vector<told_of> told(graph.num_local());
    level_search search(team, graph, teller{.graph = &graph, .told = told.data(), .every = 0});
    EXPECT_EQ(search.run({.source = 3, .target = 3}).reached, 1U);
    EXPECT_EQ(search.run({.source = 3, .target = 150}).max_depth, 147U);
    EXPECT_EQ(search.run({.source = 3, .target = 0}).max_depth, 196U);  // no path leads there
  });
}

TEST(level_search, needs_edges_by_target_to_pull_or_to_go_back) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const given_graph list = random_list(6, 100, 300);
    const csr_graph graph =
        graph_from_edges(team, list.vertices, list.edges, {.directed = true, .in_edges = false});
    std::vector<told_of> told(graph.num_local());
    const teller op{.graph = &graph, .told = told.data(), .every = 0};
    EXPECT_THROW(level_search(team, graph, op, {.choice = {.direction = map_direction::pull}}),
                 agreed_error);
    EXPECT_THROW(level_search(team, graph, op, {.choice = {.alpha = 0}}), agreed_error);
    level_search search(team, graph, op);
    EXPECT_THROW(search.run({.source = 0, .follow = edge_side::in}), agreed_error);
    EXPECT_EQ(search.run({.source = 0}).pulled_levels, 0U);
  });
}

TEST(level_search, is_refused_if_it_does_not_fit_beside_what_its_operator_keeps) {
  // 8 bytes for each vertex, and 60 of the operator's: each alone would fit.
  std::vector<launch_options> teams = {team_of(1, 2), team_of(2, 1)};
  for (launch_options& team : teams) { team = with(team, "memory_limit_bytes", "64000"); }
  on_teams(teams, [](rank_team& team) {
    const csr_graph graph = path_list(1000 * static_cast<vertex_id>(team.size())).graph(team);
    std::vector<told_of> told(graph.num_local());
    const teller op{.graph = &graph, .told = told.data(), .every = 0};
    level_search alone(team, graph, op);
    EXPECT_EQ(alone.run({.source = 0}).reached, graph.num_vertices());
    EXPECT_THROW(level_search(team, graph, op, {.kept_bytes = 60}), agreed_error);
  });
}

TEST(depth_search, writes_depths_and_which_vertices_no_path_leads_to) {
  const given_graph list = random_list(7, 2000, 5000);
  const std::vector<std::uint32_t> expected = expected_depths(list, edge_side::out, 0, no_vertex);
  on_teams(all_teams(), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    depth_search search(team, graph, "test");
    EXPECT_EQ(all_values<std::uint32_t>(team, search.run(source).depth.span()), expected);
  });
}

}  // namespace orujo::test
