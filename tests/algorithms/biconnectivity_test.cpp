// Bridges, articulation points and blocks are right on every team, and wrong ones are found out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/biconnectivity/biconnectivity.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "algorithms/biconnectivity_graphs.hpp"
#include "algorithms/generated_graphs.hpp"
#include "orujo/algorithms/biconnectivity/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"

namespace orujo::test::biconnectivity_tests {

namespace {

whole_parts whole(rank_team& team, const biconnected_parts& found) {
  return {.articulation = gather(team, found.articulation),
          .two_edge_component = gather(team, found.two_edge_component),
          .block = gather(team, found.block),
          .head = gather(team, found.head)};
}

std::string texts(const std::vector<biconnectivity_violation>& violations) {
  std::string all;
  for (const biconnectivity_violation& each : violations) { all += each.text() + "; "; }
  return all;
}

void expect_facts(const biconnectivity_facts& found, const biconnectivity_facts& expected) {
  EXPECT_EQ(found.bridges, expected.bridges);
  EXPECT_EQ(found.articulation_points, expected.articulation_points);
  EXPECT_EQ(found.blocks, expected.blocks);
  EXPECT_EQ(found.largest_block, expected.largest_block);
  EXPECT_EQ(found.two_edge_components, expected.two_edge_components);
  EXPECT_EQ(found.largest_two_edge_component, expected.largest_two_edge_component);
}

void expect_parts(const std::vector<launch_options>& teams, const listed_graph& listed,
                  const build_options& how = {.directed = false}) {
  const plain_biconnectivity plain(listed);
  const whole_parts expected = plain.parts();
  const biconnectivity_facts facts = plain.facts();
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, how);
    const biconnected_parts found = biconnectivity(team, graph);
    EXPECT_TRUE(whole(team, found) == expected);
    expect_facts(found.facts, facts);
    const auto violations = verify_biconnectivity(team, graph, found);
    EXPECT_TRUE(violations.empty()) << texts(violations);
  });
}

listed_graph cycle_of(const listed_graph& path, vertex_id first, vertex_id last) {
  listed_graph cycle = path;
  cycle.edges.push_back({last, first});
  return cycle;
}

const build_options all_kept = {
    .directed = false, .parallel = parallel_edges::kept, .keep_self_loops = true};

using enum biconnectivity_property;
using biconnectivity_properties = std::vector<biconnectivity_property>;

//  0 - 4 - 2    5 - 6 = 7     8
//   \ /   / \   |
//    1   3 - 9  +-- 10
const listed_graph two_cycles_and_ends = {
    .vertices = 11,
    .edges = {
        {0, 4}, {4, 1}, {1, 0}, {4, 2}, {2, 3}, {3, 9}, {9, 2}, {5, 6}, {5, 10}, {6, 7}, {7, 6}}};

whole_parts parts_of_two_cycles() {
  constexpr vertex_id none = no_vertex;
  return {.articulation = {0, 0, 1, 0, 1, 1, 1, 0, 0, 0, 0},
          .two_edge_component = {0, 0, 2, 2, 0, 5, 6, 6, 8, 2, 10},
          .block = {none, 1, 2, 3, 1, none, 6, 7, none, 3, 10},
          .head = {none, 0, 4, 2, 0, none, 5, 6, none, 2, 5}};
}

/// The properties that the parts lack after `spoil(parts, facts)`.
biconnectivity_properties lacking_after(
    rank_team& team, const std::function<void(whole_parts&, biconnectivity_facts&)>& spoil) {
  const csr_graph graph =
      graph_from_edges(team, two_cycles_and_ends.vertices, two_cycles_and_ends.edges, all_kept);
  biconnected_parts found = biconnectivity(team, graph);
  whole_parts parts = parts_of_two_cycles();
  spoil(parts, found.facts);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const vertex_id id = graph.global(v);
    found.articulation[v] = parts.articulation[id];
    found.two_edge_component[v] = parts.two_edge_component[id];
    found.block[v] = parts.block[id];
    found.head[v] = parts.head[id];
  }
  biconnectivity_properties lacks;
  for (const biconnectivity_violation& each : verify_biconnectivity(team, graph, found)) {
    lacks.push_back(each.property);
    EXPECT_FALSE(each.text().empty());
    EXPECT_GT(each.count, 0U);
  }
  return lacks;
}

}  // namespace

TEST(biconnectivity, finds_blocks_and_what_they_share) {
  ASSERT_TRUE(plain_biconnectivity(two_cycles_and_ends).parts() == parts_of_two_cycles());
  expect_parts(all_teams(), two_cycles_and_ends, all_kept);
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, two_cycles_and_ends.vertices, two_cycles_and_ends.edges, all_kept);
    const biconnectivity_facts facts = biconnectivity(team, graph).facts;
    expect_facts(facts, {.bridges = 3,
                         .articulation_points = 4,
                         .blocks = 6,
                         .largest_block = 3,
                         .two_edge_components = 6,
                         .largest_two_edge_component = 3});
    EXPECT_EQ(facts.certificate_edges > 0, team.size() > 1);
  });
}

TEST(biconnectivity, is_right_on_random_graphs_of_every_density) {
  for (const std::uint64_t edges : {30U, 90U, 120U, 160U, 600U}) {
    SCOPED_TRACE(edges);
    expect_parts(few_teams(), random_graph(edges, 100, edges), all_kept);
  }
  expect_parts(all_teams(1), random_graph(8, 60, 75));
}

TEST(biconnectivity, does_not_mind_loops_and_takes_no_parallel_edge_for_a_bridge) {
  listed_graph listed = random_graph(5, 80, 70);
  for (vertex_id v = 0; v < 80; v += 3) { listed.edges.push_back({v, v}); }
  for (std::size_t i = 0; i < 30; ++i) {
    listed.edges.push_back({listed.edges[i].target, listed.edges[i].source});
  }
  expect_parts(few_teams(), listed, all_kept);
  const listed_graph pair = {.vertices = 2, .edges = {{0, 1}, {1, 0}}};
  on_teams(few_teams(), [&](rank_team& team) {
    const auto bridges = [&](const build_options& how) {
      return biconnectivity(team, graph_from_edges(team, 2, pair.edges, how)).facts.bridges;
    };
    EXPECT_EQ(bridges(all_kept), 0U);
    EXPECT_EQ(bridges({.directed = false}), 1U);
  });
}

TEST(biconnectivity, is_right_on_paths_and_cycles_that_change_ranks_at_each_step) {
  const listed_graph path = hopping_path(8, 6);
  const vertex_id last = path.edges.back().target;
  expect_parts(few_teams(), path);
  expect_parts(few_teams(), cycle_of(path, 0, last));
  expect_parts(few_teams(), cycle_of(path, path.edges[20].source, last));
}

TEST(biconnectivity, is_right_on_cliques_that_hang_together) {
  expect_parts(few_teams(), cliques(7, 5, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {5, 3}}));
  listed_graph flower = {.vertices = 41};  // triangles with one vertex in common
  for (vertex_id v = 1; v < 41; v += 2) {
    flower.edges.insert(flower.edges.end(), {{v, 40}, {40, v - 1}, {v - 1, v}});
  }
  expect_parts(few_teams(), flower);
}

TEST(biconnectivity, finds_the_same_on_every_team_for_every_family_of_generated_graphs) {
  for (const std::string name : generated_graphs) {
    SCOPED_TRACE(name);
    whole_parts first;
    on_teams({team_of(1, 4), team_of(3, 2), team_of(8, 1, sim_model_of(3))}, [&](rank_team& team) {
      load_options how;
      how.build.directed = false;
      const csr_graph graph = load_graph(team, name, how);
      const biconnected_parts found = biconnectivity(team, graph);
      const auto violations = verify_biconnectivity(team, graph, found);
      EXPECT_TRUE(violations.empty()) << texts(violations);
      const whole_parts parts = whole(team, found);
      if (index_of(team.rank()) != 0) { return; }
      if (first.head.empty()) { first = parts; }
      EXPECT_TRUE(parts == first);
    });
  }
}

TEST(biconnectivity, names_the_block_of_each_edge) {
  const listed_graph listed = random_graph(4, 120, 150);
  const plain_biconnectivity plain(listed);
  const whole_parts parts = plain.parts();
  const auto member = [&](vertex_id v) {
    return block_member{.vertex = v, .block = parts.block[v], .head = parts.head[v]};
  };
  std::set<vertex_id> names;
  for (const auto& [group, members] : plain.blocks()) {
    std::set<vertex_id> of_edges;
    for (const auto& [a, b] : listed.edges) {
      if (a == b || !members.contains(a) || !members.contains(b)) { continue; }
      of_edges.insert({block_of_edge(member(a), member(b)), block_of_edge(member(b), member(a))});
    }
    ASSERT_EQ(of_edges.size(), 1U);
    EXPECT_TRUE(names.insert(*of_edges.begin()).second);
  }
}

TEST(biconnectivity, of_long_paths_and_cycles_needs_no_deep_stack) {
  constexpr vertex_id vertices = is_sanitized ? 150'000 : 1'000'000;
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    edge_list edges = path_to(vertices - 1);
    const biconnectivity_facts of_path =
        biconnectivity(team, graph_from_edges(team, vertices, edges, undirected)).facts;
    EXPECT_EQ(of_path.bridges, vertices - 1);
    EXPECT_EQ(of_path.articulation_points, vertices - 2);
    EXPECT_EQ(of_path.largest_two_edge_component, 1U);
    edges.push_back({vertices - 1, 0});
    const csr_graph cycle = graph_from_edges(team, vertices, edges, undirected);
    const biconnected_parts found = biconnectivity(team, cycle);
    EXPECT_EQ(found.facts.bridges, 0U);
    EXPECT_EQ(found.facts.largest_block, vertices);
    EXPECT_TRUE(verify_biconnectivity(team, cycle, found).empty());
  });
}

TEST(biconnectivity, of_graphs_without_edges_is_about_single_vertices) {
  expect_parts(few_teams(), {.vertices = 17});
  expect_parts(few_teams(), {.vertices = 1});
  expect_parts(few_teams(), {.vertices = 3, .edges = {{1, 1}}}, all_kept);
  expect_parts(few_teams(), {.vertices = 9, .edges = {{4, 7}}});
}

TEST(biconnectivity, of_a_graph_without_vertices_is_nothing) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 0, edge_list{}, undirected);
    const biconnected_parts found = biconnectivity(team, graph);
    expect_facts(found.facts, {});
    EXPECT_TRUE(verify_biconnectivity(team, graph, found).empty());
  });
}

TEST(biconnectivity, refuses_directed_graphs_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, edge_list{{0, 1}}, directed);
    EXPECT_THROW(static_cast<void>(biconnectivity(team, graph)), agreed_error);
    EXPECT_THROW(static_cast<void>(verify_biconnectivity(team, graph, {})), usage_error);
  });
}

TEST(biconnectivity_verify, finds_what_is_wrong) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto lacking = [&](auto spoil) { return lacking_after(team, spoil); };
    EXPECT_EQ(lacking([](auto&, auto&) {}), biconnectivity_properties{});
    EXPECT_EQ(lacking([](auto& parts, auto&) { parts.articulation[3] = 1; }),
              biconnectivity_properties{articulation_is_right});
    EXPECT_EQ(lacking([](auto& parts, auto&) { parts.articulation[4] = 0; }),
              biconnectivity_properties{articulation_is_right});
    // A bridge taken for none; parallel edges taken for a bridge; another name.
    EXPECT_EQ(lacking([](auto& parts, auto&) { parts.two_edge_component[10] = 5; }),
              biconnectivity_properties{two_edge_component_is_right});
    EXPECT_EQ(lacking([](auto& parts, auto&) { parts.two_edge_component[7] = 7; }),
              biconnectivity_properties{two_edge_component_is_right});
    EXPECT_EQ(lacking([](auto& parts, auto&) { parts.two_edge_component[8] = no_vertex; }),
              biconnectivity_properties{two_edge_component_is_right});
    // Blocks merged, split, and named otherwise.
    EXPECT_EQ(lacking([](auto& parts, auto&) {
                parts.block[3] = parts.block[9] = 2;
                parts.head[3] = parts.head[9] = 4;
              }),
              (biconnectivity_properties{block_is_right, head_is_right}));
    EXPECT_EQ(lacking([](auto& parts, auto&) { parts.block[4] = 4; }),
              biconnectivity_properties{block_is_right});
    EXPECT_EQ(lacking([](auto& parts, auto&) { parts.block[0] = 0; }),
              biconnectivity_properties{block_is_right});
    EXPECT_EQ(lacking([](auto& parts, auto&) { parts.head[7] = 7; }),
              biconnectivity_properties{head_is_right});
  });
}

TEST(biconnectivity_verify, finds_wrong_figures) {
  on_teams(few_teams(), [](rank_team& team) {
    for (const auto figure :
         {&biconnectivity_facts::bridges, &biconnectivity_facts::articulation_points,
          &biconnectivity_facts::blocks, &biconnectivity_facts::largest_block,
          &biconnectivity_facts::two_edge_components,
          &biconnectivity_facts::largest_two_edge_component}) {
      EXPECT_EQ(lacking_after(team, [&](auto&, auto& facts) { ++(facts.*figure); }),
                biconnectivity_properties{facts_add_up});
    }
  });
}

TEST(biconnectivity_verify, refuses_parts_of_another_graph_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, edge_list{{0, 1}}, undirected);
    EXPECT_THROW(static_cast<void>(verify_biconnectivity(team, graph, {})), usage_error);
  });
}

}  // namespace orujo::test::biconnectivity_tests
