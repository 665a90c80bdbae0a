// Communities: of graphs whose communities are known, the same for every team; and a verifier that
// finds faults.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/communities.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/generated_graphs.hpp"
#include "algorithms/sssp_graphs.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/communities/verify.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test::communities_tests {

namespace {

using edge_list = std::vector<input_edge>;

constexpr std::array<communities_method, 3> all_methods{
    communities_method::leiden, communities_method::label_propagation, communities_method::cdlp};

/// Zachary, 1977.
const edge_list karate_club = {
    {0, 1},   {0, 2},   {0, 3},   {0, 4},   {0, 5},   {0, 6},   {0, 7},   {0, 8},   {0, 10},
    {0, 11},  {0, 12},  {0, 13},  {0, 17},  {0, 19},  {0, 21},  {0, 31},  {1, 2},   {1, 3},
    {1, 7},   {1, 13},  {1, 17},  {1, 19},  {1, 21},  {1, 30},  {2, 3},   {2, 7},   {2, 8},
    {2, 9},   {2, 13},  {2, 27},  {2, 28},  {2, 32},  {3, 7},   {3, 12},  {3, 13},  {4, 6},
    {4, 10},  {5, 6},   {5, 10},  {5, 16},  {6, 16},  {8, 30},  {8, 32},  {8, 33},  {9, 33},
    {13, 33}, {14, 32}, {14, 33}, {15, 32}, {15, 33}, {18, 32}, {18, 33}, {19, 33}, {20, 32},
    {20, 33}, {22, 32}, {22, 33}, {23, 25}, {23, 27}, {23, 29}, {23, 32}, {23, 33}, {24, 25},
    {24, 27}, {24, 31}, {25, 31}, {26, 29}, {26, 33}, {27, 33}, {28, 31}, {28, 33}, {29, 32},
    {29, 33}, {30, 32}, {30, 33}, {31, 32}, {31, 33}, {32, 33}};

/// With loops and parallel edges, as listed.
csr_graph listed(rank_team& team, vertex_id vertices, const edge_list& edges,
                 const std::vector<double>& weights = {}) {
  build_options how;
  how.directed = false;
  how.keep_self_loops = true;
  how.parallel = parallel_edges::kept;
  return graph_from_edges(team, vertices, edge_chunk{.edges = edges, .weights = weights}, how);
}

enum class ways : std::uint8_t { both, one };
enum class weighing : std::uint8_t { none, drawn };

csr_graph generated(rank_team& team, const std::string& name, ways directions, weighing weights) {
  load_options how;
  how.build.directed = directions == ways::one;
  how.build.keep_self_loops = true;
  if (weights == weighing::drawn) {
    how.build.weights = {.from = weight_origin::random, .low = 0, .high = 9};
  }
  return load_graph(team, name, how);
}

/// `count` cliques of `size` vertices each, with an edge from each to the next if `is_ring`.
edge_list cliques(vertex_id count, vertex_id size, bool is_ring) {
  edge_list edges;
  for (vertex_id c = 0; c < count; ++c) {
    for (vertex_id a = 0; a < size; ++a) {
      for (vertex_id b = a + 1; b < size; ++b) { edges.push_back({c * size + a, c * size + b}); }
    }
    if (is_ring) { edges.push_back({c * size, (c + 1) % count * size + 1}); }
  }
  return edges;
}

/// The first of each `size` vertices.
std::vector<vertex_id> first_of_each(vertex_id count, vertex_id size) {
  std::vector<vertex_id> labels;
  for (vertex_id v = 0; v < count * size; ++v) { labels.push_back(v / size * size); }
  return labels;
}

struct answer {
  std::vector<vertex_id> labels;
  double modularity = 0;

  bool operator==(const answer&) const = default;
};

/// Finds communities, which are verified.
answer found_in(rank_team& team, const csr_graph& graph, const communities_options& options = {}) {
  const community_labels found = communities(team, graph, options);
  expect_none(verify_communities(team, graph, found, options));
  return {all_values<vertex_id>(team, found.label.span()), found.facts.modularity};
}

/// Expects one answer of all teams to `ask(team)`.
template <typename Ask>
void expect_one_answer(const std::vector<launch_options>& teams, Ask ask) {
  std::vector<answer> first;
  on_teams(teams, [&](rank_team& team) {
    const answer own = ask(team);
    if (index_of(team.rank()) != 0) { return; }
    if (first.empty()) { first.push_back(own); }
    EXPECT_EQ(own.labels, first.front().labels);
    EXPECT_EQ(own.modularity, first.front().modularity);
  });
}

/// On every rank; those of undirected graphs once.
edge_list edges_without_loops(rank_team& team, const csr_graph& graph) {
  edge_list own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    for (const local_vertex target : graph.out_edges().row(v)) {
      const bool counts = graph.directed() ? target != v : graph.global(v) < graph.global(target);
      if (counts) { own.push_back({graph.global(v), graph.global(target)}); }
    }
  }
  return all_values<input_edge>(team, std::span<const input_edge>(own));
}

/// By the definition of LDBC Graphalytics, of arcs.
std::vector<vertex_id> serial_cdlp(vertex_id vertices, const edge_list& arcs, int rounds) {
  std::vector<vertex_id> label(vertices);
  std::iota(label.begin(), label.end(), vertex_id{0});
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::map<vertex_id, int>> counts(vertices);
    for (const auto& [from, to] : arcs) {
      ++counts[from][label[to]];
      ++counts[to][label[from]];
    }
    for (vertex_id v = 0; v < vertices; ++v) {
      const auto most = std::max_element(
          counts[v].begin(), counts[v].end(),
          [](const auto& a, const auto& b) { return a.second < b.second; });  // the first of them
      if (most != counts[v].end()) { label[v] = most->first; }
    }
  }
  return label;
}

void expect_serial_cdlp(rank_team& team, const csr_graph& graph) {
  const edge_list edges = edges_without_loops(team, graph);
  for (const int rounds : {1, 2, 10}) {
    const communities_options options{.method = communities_method::cdlp,
                                      .iterations = static_cast<std::uint64_t>(rounds)};
    EXPECT_EQ(found_in(team, graph, options).labels,
              serial_cdlp(graph.num_vertices(), edges, rounds));
  }
}

template <typename Change>
std::vector<communities_property> properties_after(rank_team& team, const csr_graph& graph,
                                                   communities_method method, Change change) {
  const communities_options options{.method = method};
  community_labels found = communities(team, graph, options);
  change(found);
  std::vector<communities_property> wrong;
  for (const communities_violation& each : verify_communities(team, graph, found, options)) {
    EXPECT_FALSE(each.text().empty());
    wrong.push_back(each.property);
  }
  return wrong;
}

}  // namespace

TEST(communities, are_the_same_for_every_team) {
  for (const communities_method method : all_methods) {
    SCOPED_TRACE(static_cast<int>(method));
    expect_one_answer(all_teams(), [&](rank_team& team) {
      const csr_graph graph = generated(team, "smallworld:300:6:0.1", ways::both, weighing::none);
      return found_in(team, graph, {.method = method});
    });
  }
}

TEST(communities, are_the_same_for_each_kind_of_graph) {
  struct graph_kind {
    std::string name;
    ways directions;
    weighing weights;
  };
  const std::vector<graph_kind> kinds{{"kron:7", ways::both, weighing::none},
                                      {"kron:7", ways::one, weighing::drawn},
                                      {"grid:9x10", ways::both, weighing::drawn},
                                      {"uniform:6", ways::one, weighing::none}};
  for (const graph_kind& kind : kinds) {
    SCOPED_TRACE(kind.name);
    expect_one_answer(few_teams(), [&](rank_team& team) {
      const csr_graph graph = generated(team, kind.name, kind.directions, kind.weights);
      answer all;
      for (const communities_method method : all_methods) {
        const answer each = found_in(team, graph, {.method = method, .seed = 3});
        all.labels.insert(all.labels.end(), each.labels.begin(), each.labels.end());
        all.modularity += each.modularity;
      }
      return all;
    });
  }
}

TEST(communities, are_the_same_where_a_round_has_several_parts) {
  std::vector<launch_options> teams{team_of(1, 1), team_of(1, 2), team_of(3, 1)};
  if (under_mpirun()) { teams = few_teams(); }
  expect_one_answer(teams, [&](rank_team& team) {
    const csr_graph graph = generated(team, "smallworld:70000:4:0.05", ways::both, weighing::none);
    return found_in(team, graph);
  });
}

TEST(communities, of_the_karate_club_are_as_good_as_known_ones) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = listed(team, 34, karate_club);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      EXPECT_GE(found_in(team, graph, {.seed = seed}).modularity, 0.41);
    }
  });
}

TEST(communities, are_the_cliques) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph apart = listed(team, 28, cliques(4, 7, false));
    for (const communities_method method : all_methods) {
      const answer found = found_in(team, apart, {.method = method});
      EXPECT_EQ(found.labels, first_of_each(4, 7));
      EXPECT_DOUBLE_EQ(found.modularity, 0.75);
    }
    const csr_graph ring = listed(team, 48, cliques(8, 6, true));
    EXPECT_EQ(found_in(team, ring).labels, first_of_each(8, 6));
  });
}

TEST(communities, grow_smaller_as_the_resolution_rises) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph ring = listed(team, 48, cliques(8, 6, true));
    const answer one = found_in(team, ring, {.resolution = 0});
    EXPECT_EQ(one.labels, std::vector<vertex_id>(48, 0));
    EXPECT_DOUBLE_EQ(one.modularity, 1);
    EXPECT_EQ(communities(team, ring, {.resolution = 100}).facts.communities, 48U);
    EXPECT_THROW(static_cast<void>(communities(team, ring, {.resolution = -1})), agreed_error);
  });
}

TEST(communities, of_graphs_without_edges) {
  on_teams(few_teams(), [](rank_team& team) {
    for (const communities_method method : all_methods) {
      const communities_options options{.method = method};
      EXPECT_EQ(found_in(team, listed(team, 0, {}), options), answer());
      const answer alone = found_in(team, listed(team, 3, {}), options);
      EXPECT_EQ(alone.labels, (std::vector<vertex_id>{0, 1, 2}));
      EXPECT_EQ(alone.modularity, 0);
      const answer loop = found_in(team, listed(team, 2, {{1, 1}}), options);
      EXPECT_EQ(loop.labels, (std::vector<vertex_id>{0, 1}));
      EXPECT_DOUBLE_EQ(loop.modularity, 0);  // all of the edges, less the square of all
      const csr_graph weightless = listed(team, 2, {{0, 1}}, {0});
      EXPECT_EQ(found_in(team, weightless, options).modularity, 0);
    }
  });
}

TEST(communities, count_loops_and_parallel_edges) {
  on_teams(few_teams(), [](rank_team& team) {
    // Two pairs; one edge thrice, a loop, an edge between, and the vertex 4 alone.
    const csr_graph graph =
        listed(team, 5, {{0, 1}, {1, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 3}, {2, 3}});
    const answer found = found_in(team, graph);
    EXPECT_EQ(found.labels, (std::vector<vertex_id>{0, 0, 2, 2, 4}));
    EXPECT_DOUBLE_EQ(found.modularity, 6.0 / 7 - (9 * 9 + 5 * 5) / (14.0 * 14));
  });
}

TEST(communities, count_edges_by_their_weights) {
  const edge_list square{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  on_teams(few_teams(), [&](rank_team& team) {
    for (const communities_method method :
         {communities_method::leiden, communities_method::label_propagation}) {
      const communities_options options{.method = method};
      for (const double heavy : {7.0, 7.5, 1e15, 1e-300, 3e300}) {
        const double light = heavy / 7;
        const answer one =
            found_in(team, listed(team, 4, square, {heavy, light, heavy, light}), options);
        EXPECT_EQ(one.labels, (std::vector<vertex_id>{0, 0, 2, 2}));
        const answer other =
            found_in(team, listed(team, 4, square, {light, heavy, light, heavy}), options);
        EXPECT_EQ(other.labels, (std::vector<vertex_id>{0, 1, 1, 0}));
        EXPECT_NEAR(one.modularity, 14.0 / 16 - 0.5, 1e-12);
      }
    }
    // Not those of cdlp, in whose first round each takes the lesser neighbour.
    EXPECT_EQ(found_in(team, listed(team, 4, square, {1, 9, 1, 9}),
                       {.method = communities_method::cdlp, .iterations = 1})
                  .labels,
              (std::vector<vertex_id>{1, 0, 1, 0}));
  });
}

//  0 - 1 - 2 - 0,  3 - 4 - 5 - 3,  and 2 - 3
const std::vector<input_edge> two_triangles{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}};

TEST(communities, take_weights_that_add_up_to_more_than_64_bits) {
  on_teams(few_teams(), [](rank_team& team) {
    const std::vector<std::int64_t> heavy(7, std::int64_t{1} << 62);
    const csr_graph graph =
        graph_from_edges(team, 6, edge_chunk{two_triangles, {}, heavy}, {.directed = false});
    const answer found = found_in(team, graph);
    EXPECT_EQ(found.labels, (std::vector<vertex_id>{0, 0, 0, 3, 3, 3}));
    EXPECT_NEAR(found.modularity, 6.0 / 7 - 0.5, 1e-12);
  });
}

TEST(communities, take_real_weights_near_the_greatest_and_the_least) {
  on_teams(few_teams(), [](rank_team& team) {
    for (const double weight : {1.5e308, 5e-324 * 8}) {
      const edge_chunk edges{two_triangles, std::vector<double>(7, weight)};
      const csr_graph graph = graph_from_edges(team, 6, edges, {.directed = false});
      EXPECT_EQ(found_in(team, graph).labels, (std::vector<vertex_id>{0, 0, 0, 3, 3, 3}));
    }
  });
}

TEST(communities, count_directed_edges_both_ways) {
  on_teams(few_teams(), [](rank_team& team) {
    const edge_list arcs{{0, 1}, {1, 0}, {1, 2}, {3, 2}, {2, 3}, {3, 3}};
    build_options how;
    how.directed = true;
    how.keep_self_loops = true;
    const csr_graph one_way = graph_from_edges(team, 4, std::span<const input_edge>(arcs), how);
    const csr_graph two_way = listed(team, 4, arcs);
    for (const communities_method method : all_methods) {
      EXPECT_EQ(found_in(team, one_way, {.method = method}),
                found_in(team, two_way, {.method = method}));
    }
    how.in_edges = false;
    const csr_graph half = graph_from_edges(team, 4, std::span<const input_edge>(arcs), how);
    EXPECT_THROW(static_cast<void>(communities(team, half)), agreed_error);
  });
}

TEST(communities, refuse_negative_weights) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = listed(team, 3, {{0, 1}, {1, 2}}, {1, -0.5});
    EXPECT_THROW(static_cast<void>(communities(team, graph)), agreed_error);
  });
}

TEST(communities, of_cdlp_are_those_of_a_serial_program) {
  for (const std::string name : generated_graphs) {
    for (const ways directions : {ways::both, ways::one}) {
      SCOPED_TRACE(name);
      on_teams(few_teams(), [&](rank_team& team) {
        const csr_graph graph = generated(team, name, directions, weighing::none);
        expect_serial_cdlp(team, graph);
      });
    }
  }
}

TEST(communities, are_checked_by_a_verifier_that_finds_faults) {
  using enum communities_property;
  using enum communities_method;
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = listed(team, 48, cliques(8, 6, true));
    const auto set = [&](vertex_id v, vertex_id label) {
      return [&graph, v, label](community_labels& found) {
        if (graph.owns(v)) { found.label[graph.local(v)] = label; }
      };
    };
    const auto has = [](const std::vector<communities_property>& all, communities_property one) {
      return std::find(all.begin(), all.end(), one) != all.end();
    };
    using properties = std::vector<communities_property>;
    EXPECT_TRUE(has(properties_after(team, graph, leiden, set(9, 48)), label_is_a_vertex));
    EXPECT_TRUE(has(properties_after(team, graph, leiden, set(9, 10)), label_is_least));
    EXPECT_TRUE(has(properties_after(team, graph, label_propagation, set(6, 5)), label_is_least));
    EXPECT_TRUE(has(properties_after(team, graph, leiden, set(45, 12)), is_connected));
    EXPECT_EQ(properties_after(team, graph, label_propagation, set(45, 12)),
              properties{facts_add_up});
    EXPECT_TRUE(has(properties_after(team, graph, cdlp, set(45, 12)), label_is_most_frequent));
    const auto more = [](community_labels& found) { found.facts.modularity += 1e-6; };
    const auto fewer = [](community_labels& found) { --found.facts.communities; };
    const auto larger = [](community_labels& found) { ++found.facts.largest; };
    EXPECT_EQ(properties_after(team, graph, leiden, more), properties{facts_add_up});
    EXPECT_EQ(properties_after(team, graph, leiden, fewer), properties{facts_add_up});
    EXPECT_EQ(properties_after(team, graph, leiden, larger), properties{facts_add_up});
  });
}

TEST(communities, are_verified_only_with_a_label_for_each_vertex) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = listed(team, 48, cliques(8, 6, true));
    EXPECT_THROW(static_cast<void>(verify_communities(team, graph, {}, {})), usage_error);
  });
}

}  // namespace orujo::test::communities_tests
