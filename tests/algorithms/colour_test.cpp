// Colourings are those that a serial greedy search finds, and wrong ones are found out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/colouring/colour.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

#include "activities/usable_mechanisms.hpp"
#include "algorithms/greedy_graphs.hpp"
#include "orujo/algorithms/colouring/verify.hpp"
#include "orujo/algorithms/cores/kcore.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/builder.hpp"

namespace orujo::test::colour_tests {

namespace {

void expect_colours(rank_team& team, const std::string& name, vertex_order order) {
  const csr_graph graph = undirected_graph(team, name);
  const auto sequence = sequence_of(whole_priorities(team, graph, order));
  const auto expected = serial_colours(lists_of(team, graph), sequence);
  const auto priority = vertex_priorities(team, graph, order);
  for (const dag_options& how : all_dag_options) {
    const colouring found = colour(team, graph, {.how = how, .order = order});
    EXPECT_EQ(whole<std::uint32_t>(team, found.colour.span()), expected);
    EXPECT_EQ(found.colours, *std::max_element(expected.begin(), expected.end()) + 1);
    EXPECT_TRUE(verify_colours(team, graph, found, priority.span()).empty());
  }
}

using enum colour_property;
using properties = std::vector<colour_property>;

/// The properties that the colours of a path of seven vertices, by number, lack after `spoil`.
properties lacking(rank_team& team, const std::function<void(std::vector<std::uint32_t>&)>& spoil) {
  const csr_graph graph = undirected_graph(team, "grid:1x7");
  const auto priority = vertex_priorities(team, graph, vertex_order::first_fit);
  colouring found = colour(team, graph, {.order = vertex_order::first_fit});
  std::vector<std::uint32_t> colours = {0, 1, 0, 1, 0, 1, 0};
  spoil(colours);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    found.colour[v] = colours[graph.global(v)];
  }
  properties lacks;
  for (const colour_violation& each : verify_colours(team, graph, found, priority.span())) {
    lacks.push_back(each.property);
    EXPECT_FALSE(each.text().empty());
    EXPECT_GT(each.count, 0U);
  }
  return lacks;
}

}  // namespace

TEST(colour, is_the_greedy_one_for_every_family) {
  on_teams(all_teams(1), [](rank_team& team) {
    for (std::size_t i = 0; i < graph_families.size(); ++i) {
      const vertex_order_name& each = all_vertex_orders[i % all_vertex_orders.size()];
      SCOPED_TRACE(graph_families[i] + " " + std::string(each.name));
      expect_colours(team, graph_families[i], each.order);
    }
  });
}

TEST(colour, is_right_in_every_order_of_vertices) {
  on_teams({team_of(1, 1), team_of(1, 4), team_of(3, 2), team_of(8, 1, sim_model_of(1))},
           [](rank_team& team) {
             for (const vertex_order_name& each : all_vertex_orders) {
               SCOPED_TRACE(each.name);
               expect_colours(team, "kron:7", each.order);
             }
           });
}

TEST(colour, does_not_depend_on_when_messages_come) {
  std::vector<launch_options> teams;
  for (int seed = 1; seed <= 8; ++seed) { teams.push_back(team_of(3, 2, sim_model_of(seed))); }
  on_teams(teams, [](rank_team& team) {
    expect_colours(team, "kron:8", vertex_order::random);
    expect_colours(team, "smallworld:200:6:0.1", vertex_order::first_fit);
  });
}

// More colours than one word or window of the search for a free one has.
TEST(colour, of_a_large_clique_are_all_different) {
  constexpr vertex_id size = is_sanitized ? 300 : 700;
  std::vector<input_edge> edges;
  for (vertex_id a = 0; a < size; ++a) {
    for (vertex_id b = 0; b < a; ++b) { edges.push_back({a, b}); }
  }
  on_teams({team_of(1, 1), team_of(2, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, size, edges, {.directed = false});
    for (const dag_options& how : all_dag_options) {
      const colouring found = colour(team, graph, {.how = how, .order = vertex_order::first_fit});
      std::vector<std::uint32_t> expected(size);
      std::iota(expected.begin(), expected.end(), 0U);
      EXPECT_EQ(whole<std::uint32_t>(team, found.colour.span()), expected);
    }
  });
}

TEST(colour, smallest_last_takes_at_most_one_more_than_the_degeneracy) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    for (const std::string& name : graph_families) {
      const csr_graph graph = undirected_graph(team, name);
      const colouring found = colour(team, graph, {.order = vertex_order::smallest_last});
      EXPECT_LE(found.colours, kcore(team, graph).facts.max_core + 1) << name;
    }
  });
}

TEST(colour, orders_are_what_they_are_called) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "kron:7");
    const neighbour_lists lists = lists_of(team, graph);
    const auto by_number = sequence_of(whole_priorities(team, graph, vertex_order::first_fit));
    EXPECT_TRUE(std::is_sorted(by_number.begin(), by_number.end()));
    const auto by_degree = sequence_of(whole_priorities(team, graph, vertex_order::largest_first));
    EXPECT_TRUE(std::is_sorted(by_degree.begin(), by_degree.end(), [&](vertex_id a, vertex_id b) {
      return lists[a].size() != lists[b].size() ? lists[a].size() > lists[b].size() : a < b;
    }));
    const auto drawn = whole_priorities(team, graph, vertex_order::random, 1);
    EXPECT_NE(drawn, whole_priorities(team, graph, vertex_order::random, 2));
    EXPECT_NE(sequence_of(drawn), by_number);
  });
}

TEST(colour, the_vertex_with_most_neighbours_before_it_is_next_in_the_order_of_incidence) {
  on_teams({team_of(1, 1), team_of(2, 2), team_of(3, 1, sim_model_of(4)), team_of(8, 1)},
           [](rank_team& team) {
             for (const std::string name : {"kron:6", "uniform:6:3", "grid:5x7"}) {
               SCOPED_TRACE(name);
               const csr_graph graph = undirected_graph(team, name);
               const neighbour_lists lists = lists_of(team, graph);
               std::vector<std::size_t> before(lists.size());
               std::vector<bool> has_place(lists.size());
               std::vector<vertex_id> expected;
               const auto comes_first = [&](vertex_id a, vertex_id b) {
                 return std::tuple(has_place[a], before[b], lists[b].size(), a) <
                        std::tuple(has_place[b], before[a], lists[a].size(), b);
               };
               std::vector<vertex_id> all(lists.size());
               std::iota(all.begin(), all.end(), vertex_id{0});
               while (expected.size() < lists.size()) {
                 const vertex_id next = *std::min_element(all.begin(), all.end(), comes_first);
                 has_place[next] = true;
                 expected.push_back(next);
                 for (const vertex_id u : lists[next]) { before[u] += u == next ? 0 : 1; }
               }
               EXPECT_EQ(sequence_of(whole_priorities(team, graph, vertex_order::incidence)),
                         expected);
             }
           });
}

TEST(colour, by_activities_is_a_colouring_under_every_mechanism) {
  on_teams(activity_teams(), [](rank_team& team) {
    for (const std::string name : {"kron:6", "grid:9x9"}) {
      const csr_graph graph = undirected_graph(team, name);
      std::uint64_t degree = 0;
      for (local_vertex v = 0; v < graph.num_local(); ++v) {
        degree = std::max<std::uint64_t>(degree, graph.out_edges().degree(v));
      }
      for (const isolation_choice& each :
           isolation_choices(team, operator_reach::several_elements)) {
        SCOPED_TRACE(name + " " + name_of(each));
        const colouring found = colour(team, graph, {.seed = 7, .activities = each});
        for (const colour_violation& wrong : verify_colours(team, graph, found, std::nullopt)) {
          ADD_FAILURE() << wrong.text();
        }
        EXPECT_LE(found.colours, all_max(team, degree) + 1);
        EXPECT_GE(found.rounds, 1U);
        EXPECT_GE(found.activities.operators - found.activities.failed, graph.num_vertices());
      }
    }
  });
}

TEST(colour, by_activities_of_a_clique_are_all_different_and_none_is_left_out) {
  on_teams({team_of(1, 2), team_of(3, 2)}, [](rank_team& team) {
    std::vector<input_edge> edges;
    for (vertex_id v = 0; v < 40; ++v) {
      for (vertex_id u = 0; u < v; ++u) { edges.push_back({v, u}); }
    }
    const csr_graph graph = graph_from_edges(team, 40, edges, {.directed = false});
    const colouring found = colour(team, graph, {.activities = isolation_choice{.coarsen = 64}});
    EXPECT_EQ(found.colours, 40U);
    EXPECT_TRUE(verify_colours(team, graph, found, std::nullopt).empty());
    const csr_graph arcs = graph_from_edges(team, 40, edges, {.directed = true});
    EXPECT_THROW(static_cast<void>(colour(team, arcs, {.activities = isolation_choice{}})),
                 agreed_error);
  });
}

TEST(colour_verify, finds_two_neighbours_of_one_colour_without_an_order) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "grid:1x7");
    colouring found = colour(team, graph, {});
    found.colours = 3;
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      found.colour[v] = static_cast<std::uint32_t>(2 - graph.global(v) % 2);
    }
    EXPECT_TRUE(verify_colours(team, graph, found, std::nullopt).empty());
    if (graph.owns(3)) { found.colour[graph.local(3)] = 2; }
    const auto wrong = verify_colours(team, graph, found, std::nullopt);
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_EQ(wrong.front().property, ends_differ);
  });
}

TEST(colour_verify, finds_what_is_wrong) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team, [](auto&) {}), properties{});
    EXPECT_EQ(lacking(team, [](auto& colours) { colours[3] = 0; }), properties{ends_differ});
    EXPECT_EQ(lacking(team, [](auto& colours) { colours = {1, 0, 1, 0, 1, 0, 1}; }),
              properties{lower_are_taken});
    EXPECT_EQ(lacking(team, [](auto& colours) { colours[6] = 2; }),
              (properties{lower_are_taken, facts_add_up}));
    EXPECT_EQ(lacking(team, [](auto& colours) { colours[3] = ~0U; }),
              (properties{lower_are_taken, facts_add_up}));
  });
}

TEST(colour_verify, refuses_colours_of_another_graph_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "grid:2x3");
    const auto priority = vertex_priorities(team, graph, vertex_order::random);
    EXPECT_THROW(static_cast<void>(verify_colours(team, graph, {}, priority.span())), usage_error);
  });
}

}  // namespace orujo::test::colour_tests
