// Trussness is right on every team, and wrong one is found out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/truss/truss.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/bfs_graphs.hpp"
#include "algorithms/components_graphs.hpp"
#include "algorithms/generated_graphs.hpp"
#include "orujo/algorithms/truss/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"

namespace orujo::test::truss_tests {

namespace {

/// Source, target, trussness and round of each edge, ascending.
using truss_rows = std::vector<std::tuple<vertex_id, vertex_id, std::uint32_t, std::uint32_t>>;

/// Peels by counting all triangles again in each round.
class plain_truss {
public:
  explicit plain_truss(const listed_graph& listed) : neighbours_(listed.vertices) {
    for (const auto& [a, b] : listed.edges) {
      if (a == b) { continue; }
      neighbours_[a].insert(b);
      neighbours_[b].insert(a);
    }
    while (take_level()) {}
    std::sort(rows_.begin(), rows_.end());
  }

  [[nodiscard]] const truss_rows& rows() const { return rows_; }

private:
  struct edge_support {
    input_edge edge;
    std::uint32_t support;
  };

  [[nodiscard]] std::vector<edge_support> supports() const {
    std::vector<edge_support> all;
    for (vertex_id a = 0; a < neighbours_.size(); ++a) {
      for (const vertex_id b : neighbours_[a]) {
        if (b < a) { continue; }
        const auto is_common = [&](vertex_id c) { return neighbours_[b].contains(c); };
        all.push_back({{a, b},
                       static_cast<std::uint32_t>(std::count_if(neighbours_[a].begin(),
                                                                neighbours_[a].end(), is_common))});
      }
    }
    return all;
  }

  bool take_level() {
    std::vector<edge_support> left = supports();
    if (left.empty()) { return false; }
    const std::uint32_t level =
        std::min_element(left.begin(), left.end(), [](const auto& a, const auto& b) {
          return a.support < b.support;
        })->support;
    for (bool is_more = true; is_more; left = supports()) {
      is_more = false;
      for (const auto& [edge, support] : left) {
        if (support > level) { continue; }
        is_more = true;
        rows_.emplace_back(edge.source, edge.target, level + 2, round_);
        neighbours_[edge.source].erase(edge.target);
        neighbours_[edge.target].erase(edge.source);
      }
      round_ += is_more ? 1U : 0U;
    }
    return true;
  }

  std::vector<std::set<vertex_id>> neighbours_;
  std::uint32_t round_ = 0;
  truss_rows rows_;
};

truss_rows all_rows(rank_team& team, const truss_numbers& found) {
  truss_rows rows;
  for (const truss_edge& each : gather(team, found.edges)) {
    rows.emplace_back(each.source, each.target, each.trussness, each.round);
  }
  return rows;
}

std::string texts(const std::vector<truss_violation>& violations) {
  std::string all;
  for (const truss_violation& each : violations) { all += each.text() + "; "; }
  return all;
}

void expect_facts(const truss_facts& found, const listed_graph& listed, const truss_rows& rows) {
  truss_facts expected;
  expected.edges = rows.size();
  expected.triangles = serial_triangles(listed);
  for (const auto& [source, target, trussness, round] : rows) {
    expected.max_trussness = std::max(expected.max_trussness, trussness);
    expected.rounds = std::max(expected.rounds, round + 1);
  }
  for (const auto& row : rows) {
    expected.edges_of_max += std::get<2>(row) == expected.max_trussness ? 1U : 0U;
  }
  EXPECT_EQ(found.edges, expected.edges);
  EXPECT_EQ(found.triangles, expected.triangles);
  EXPECT_EQ(found.max_trussness, expected.max_trussness);
  EXPECT_EQ(found.edges_of_max, expected.edges_of_max);
  EXPECT_EQ(found.rounds, expected.rounds);
}

void expect_trusses(const std::vector<launch_options>& teams, const listed_graph& listed,
                    const build_options& how = {.directed = false}) {
  const truss_rows expected = plain_truss(listed).rows();
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges, how);
    const truss_numbers found = truss(team, graph);
    EXPECT_EQ(all_rows(team, found), expected);
    for (const truss_edge& each : found.edges) { EXPECT_TRUE(graph.owns(each.source)); }
    expect_facts(found.facts, listed, expected);
    const auto violations = verify_truss(team, graph, found);
    EXPECT_TRUE(violations.empty()) << texts(violations);
  });
}

const build_options all_kept = {
    .directed = false, .parallel = parallel_edges::kept, .keep_self_loops = true};

//  A clique 1 3 4 6, of which 4 and 6 are in a triangle with 7, and 7 has an edge to 0.
const listed_graph clique_and_triangle = {
    .vertices = 8,
    .edges = {{1, 3}, {1, 4}, {1, 6}, {3, 4}, {3, 6}, {4, 6}, {4, 7}, {6, 7}, {0, 7}}};

const truss_rows rows_of_clique = {{0, 7, 2, 0}, {1, 3, 4, 2}, {1, 4, 4, 2},
                                   {1, 6, 4, 2}, {3, 4, 4, 2}, {3, 6, 4, 2},
                                   {4, 6, 4, 2}, {4, 7, 3, 1}, {6, 7, 3, 1}};

using enum truss_property;
using truss_properties = std::vector<truss_property>;

/// The properties that the numbers lack after `spoil(rows, facts)`; each row goes to the owner of
/// its source.
truss_properties lacking_after(rank_team& team,
                               const std::function<void(truss_rows&, truss_facts&)>& spoil) {
  const csr_graph graph =
      graph_from_edges(team, clique_and_triangle.vertices, clique_and_triangle.edges, undirected);
  truss_numbers found = truss(team, graph);
  truss_rows rows = rows_of_clique;
  spoil(rows, found.facts);
  std::vector<truss_edge> own;
  for (const auto& [source, target, trussness, round] : rows) {
    if (graph.owns(source)) { own.push_back({source, target, trussness, round}); }
  }
  found.edges = huge_array<truss_edge>(own.size());
  std::copy(own.begin(), own.end(), found.edges.begin());
  truss_properties lacks;
  for (const truss_violation& each : verify_truss(team, graph, found)) {
    lacks.push_back(each.property);
    EXPECT_FALSE(each.text().empty());
    EXPECT_GT(each.count, 0U);
  }
  return lacks;
}

}  // namespace

TEST(truss, takes_edges_away_by_their_triangles) {
  ASSERT_EQ(plain_truss(clique_and_triangle).rows(), rows_of_clique);
  expect_trusses(all_teams(), clique_and_triangle);
}

TEST(truss, is_right_on_random_graphs_of_every_density) {
  for (const std::uint64_t edges : {60U, 250U, 700U}) {
    SCOPED_TRACE(edges);
    expect_trusses(few_teams(), random_graph(edges, 50, edges));
  }
  expect_trusses(all_teams(1), random_graph(9, 20, 80));
}

TEST(truss, does_not_mind_loops_and_parallel_edges) {
  listed_graph listed = random_graph(5, 50, 260);
  for (vertex_id v = 0; v < 50; v += 3) { listed.edges.push_back({v, v}); }
  for (std::size_t i = 0; i < 80; ++i) {
    listed.edges.push_back({listed.edges[i].target, listed.edges[i].source});
  }
  expect_trusses(few_teams(), listed, all_kept);
}

TEST(truss, of_cliques_is_their_size) {
  const listed_graph listed = cliques(6, 7, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {5, 3}});
  expect_trusses(few_teams(), listed);
  on_teams(few_teams(), [&](rank_team& team) {
    const truss_facts facts =
        truss(team, graph_from_edges(team, listed.vertices, listed.edges, undirected)).facts;
    EXPECT_EQ(facts.max_trussness, 7U);
    EXPECT_EQ(facts.edges_of_max, 6U * 21);
  });
}

// Rows of hubs are marked or looked up in, and sent in many pieces.
TEST(truss, is_right_around_vertices_of_many_neighbours) {
  listed_graph listed = random_graph(3, 40, 200);
  listed.vertices = 600;
  for (vertex_id v = 0; v < 600; ++v) {
    if (v != 300) { listed.edges.push_back({300, v}); }
    if (v % 2 == 0 && v != 10) { listed.edges.push_back({10, v}); }
  }
  expect_trusses({team_of(1, 1), team_of(1, 4), team_of(3, 2, sim_model_of(1)), team_of(8, 1)},
                 listed);
}

TEST(truss, is_the_same_on_every_team_for_every_family_of_generated_graphs) {
  for (const std::string name : generated_graphs) {
    SCOPED_TRACE(name);
    truss_rows first;
    on_teams({team_of(1, 1), team_of(1, 4), team_of(3, 2)}, [&](rank_team& team) {
      load_options how;
      how.build.directed = false;
      const csr_graph graph = load_graph(team, name, how);
      const truss_numbers found = truss(team, graph);
      const auto violations = verify_truss(team, graph, found);
      EXPECT_TRUE(violations.empty()) << texts(violations);
      const truss_rows rows = all_rows(team, found);
      if (index_of(team.rank()) != 0) { return; }
      if (first.empty()) { first = rows; }
      EXPECT_TRUE(rows == first);
    });
  }
}

TEST(truss, of_paths_is_two_however_long_they_are) {
  expect_trusses(few_teams(), hopping_path(8, 6));
  constexpr vertex_id vertices = is_sanitized ? 150'000 : 1'000'000;
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const truss_facts facts =
        truss(team, graph_from_edges(team, vertices, path_to(vertices - 1), undirected)).facts;
    EXPECT_EQ(facts.edges, vertices - 1);
    EXPECT_EQ(facts.max_trussness, 2U);
    EXPECT_EQ(facts.rounds, 1U);
  });
}

TEST(truss, of_graphs_without_edges_is_nothing) {
  expect_trusses(few_teams(), {.vertices = 17});
  expect_trusses(few_teams(), {.vertices = 1});
  expect_trusses(few_teams(), {.vertices = 3, .edges = {{1, 1}}}, all_kept);
  expect_trusses({team_of(1, 2), team_of(3, 1)}, {.vertices = 0});
}

TEST(truss, refuses_directed_graphs_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, edge_list{{0, 1}}, directed);
    EXPECT_THROW(static_cast<void>(truss(team, graph)), agreed_error);
    EXPECT_THROW(static_cast<void>(verify_truss(team, graph, {})), usage_error);
  });
}

TEST(truss_verify, finds_wrong_trussness) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto lacking = [&](auto spoil) { return lacking_after(team, spoil); };
    EXPECT_EQ(lacking([](auto&, auto&) {}), truss_properties{});
    // The edge to 0 is said to be in a triangle; with a round of its own, as what comes after.
    EXPECT_EQ(lacking([](auto& rows, auto&) {
                rows[0] = {0, 7, 3, 1};
                for (auto& [source, target, trussness, round] : rows) { --round; }
              }),
              (truss_properties{truss_is_dense, facts_add_up}));
    // The triangle is said to be taken with the edge to 0.
    EXPECT_EQ(lacking([](auto& rows, auto&) {
                rows[7] = {4, 7, 2, 0};
                rows[8] = {6, 7, 2, 0};
                for (auto& [source, target, trussness, round] : rows) { round = round / 2; }
              }),
              (truss_properties{few_are_left, facts_add_up}));
    // All of the clique one less: the triangles of each would have been too many.
    EXPECT_EQ(lacking([](auto& rows, auto& facts) {
                for (auto& [source, target, trussness, round] : rows) {
                  trussness = std::min(trussness, 3U);
                }
                facts.max_trussness = 3;
                facts.edges_of_max = 8;
              }),
              truss_properties{few_are_left});
  });
}

TEST(truss_verify, finds_rounds_in_a_wrong_order) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto lacking = [&](auto spoil) { return lacking_after(team, spoil); };
    EXPECT_EQ(lacking([](auto& rows, auto&) { std::get<2>(rows[1]) = 0; }),
              (truss_properties{truss_is_dense, few_are_left, rounds_do_not_fall, facts_add_up}));
    // Taken before its triangle's other edge was: the rounds are the wrong way round.
    EXPECT_EQ(lacking([](auto& rows, auto&) {
                std::get<3>(rows[0]) = 1;
                std::get<3>(rows[7]) = std::get<3>(rows[8]) = 0;
              }),
              truss_properties{rounds_do_not_fall});
    EXPECT_EQ(lacking([](auto& rows, auto& facts) {
                for (auto& [source, target, trussness, round] : rows) { ++round; }
                ++facts.rounds;
              }),
              truss_properties{rounds_do_not_fall});
  });
}

TEST(truss_verify, finds_wrong_edges_and_figures) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto lacking = [&](auto spoil) { return lacking_after(team, spoil); };
    EXPECT_EQ(lacking([](auto& rows, auto&) { rows.erase(rows.begin() + 3); }),
              truss_properties{edges_are_those});
    EXPECT_EQ(lacking([](auto& rows, auto&) { rows.pop_back(); }),
              truss_properties{edges_are_those});
    EXPECT_EQ(lacking([](auto& rows, auto&) { rows.push_back(rows.back()); }),
              truss_properties{edges_are_those});
    EXPECT_EQ(lacking([](auto& rows, auto&) { std::swap(rows[1], rows[2]); }),
              truss_properties{edges_are_those});
    EXPECT_EQ(lacking([](auto& rows, auto&) { std::get<1>(rows[0]) = 5; }),
              truss_properties{edges_are_those});
    for (const auto figure :
         {&truss_facts::edges, &truss_facts::triangles, &truss_facts::edges_of_max}) {
      EXPECT_EQ(lacking([&](auto&, auto& facts) { ++(facts.*figure); }),
                truss_properties{facts_add_up});
    }
    for (const auto figure : {&truss_facts::max_trussness, &truss_facts::rounds}) {
      EXPECT_EQ(lacking([&](auto&, auto& facts) { ++(facts.*figure); }),
                truss_properties{facts_add_up});
    }
  });
}

}  // namespace orujo::test::truss_tests
