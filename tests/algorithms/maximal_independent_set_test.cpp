// Sets are those that a serial greedy search finds, and wrong ones are found out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/independent_set/maximal_independent_set.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/greedy_graphs.hpp"
#include "orujo/algorithms/independent_set/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test::maximal_independent_set_tests {

namespace {

enum class ways_taken : bool { all, prefixes };

void expect_set(rank_team& team, const std::string& name, vertex_order order,
                ways_taken taken = ways_taken::all) {
  const csr_graph graph = undirected_graph(team, name);
  const auto sequence = sequence_of(whole_priorities(team, graph, order));
  const auto expected = serial_set(lists_of(team, graph), sequence);
  const auto priority = vertex_priorities(team, graph, order);
  std::vector<independent_set_options> ways{{.by_prefixes = true, .order = order}};
  for (const dag_options& how : all_dag_options) {
    if (taken == ways_taken::prefixes) { break; }
    ways.push_back({.by_prefixes = false, .how = how, .order = order});
  }
  for (const independent_set_options& way : ways) {
    const independent_set found = maximal_independent_set(team, graph, way);
    EXPECT_EQ(whole<std::uint8_t>(team, found.contains.span()), expected);
    EXPECT_EQ(found.size,
              static_cast<std::uint64_t>(std::count(expected.begin(), expected.end(), 1)));
    EXPECT_TRUE(verify_independent_set(team, graph, found, priority.span()).empty());
  }
}

using enum independent_set_property;
using properties = std::vector<independent_set_property>;

/// The properties that the set of a path of six vertices, by number, lacks after `spoil`.
properties lacking(rank_team& team, const std::function<void(std::vector<std::uint8_t>&)>& spoil) {
  const csr_graph graph = undirected_graph(team, "grid:1x6");
  const auto priority = vertex_priorities(team, graph, vertex_order::first_fit);
  std::vector<std::uint8_t> set = {1, 0, 1, 0, 1, 0};
  spoil(set);
  independent_set found{.contains = huge_array<std::uint8_t>(graph.num_local()), .size = 3};
  for (local_vertex v = 0; v < graph.num_local(); ++v) { found.contains[v] = set[graph.global(v)]; }
  properties lacks;
  for (const auto& each : verify_independent_set(team, graph, found, priority.span())) {
    lacks.push_back(each.property);
    EXPECT_FALSE(each.text().empty());
    EXPECT_GT(each.count, 0U);
  }
  return lacks;
}

}  // namespace

TEST(maximal_independent_set, is_the_first_of_the_order_for_every_family) {
  on_teams(all_teams(1), [](rank_team& team) {
    for (std::size_t i = 0; i < graph_families.size(); ++i) {
      const vertex_order_name& each = all_vertex_orders[i % all_vertex_orders.size()];
      SCOPED_TRACE(graph_families[i] + " " + std::string(each.name));
      expect_set(team, graph_families[i], each.order);
    }
  });
}

TEST(maximal_independent_set, is_right_in_every_order_of_vertices) {
  on_teams({team_of(1, 1), team_of(1, 4), team_of(3, 2), team_of(8, 1, sim_model_of(1))},
           [](rank_team& team) {
             for (const vertex_order_name& each : all_vertex_orders) {
               SCOPED_TRACE(each.name);
               expect_set(team, "kron:7", each.order);
             }
           });
}

TEST(maximal_independent_set, goes_by_prefixes_through_crowds_and_chains) {
  // More vertices than one worker decides alone; the order by number has long chains.
  for (const int workers : {1, 2, 4}) {
    if (is_sanitized && workers != 2) { continue; }
    on_teams({team_of(1, workers)}, [](rank_team& team) {
      for (const auto* name : {"kron:14", "uniform:13", "grid:1x20000", "grid:150x150"}) {
        for (const vertex_order_name& each : all_vertex_orders) {
          SCOPED_TRACE(std::string(name) + " " + std::string(each.name));
          // The other ways through so long chains take sanitizers minutes.
          expect_set(team, name, each.order, is_sanitized ? ways_taken::prefixes : ways_taken::all);
        }
      }
    });
  }
}

TEST(maximal_independent_set, does_not_depend_on_when_messages_come) {
  std::vector<launch_options> teams;
  for (int seed = 1; seed <= 8; ++seed) { teams.push_back(team_of(3, 4, sim_model_of(seed))); }
  on_teams(teams, [](rank_team& team) {
    expect_set(team, "kron:8", vertex_order::random);
    expect_set(team, "grid:12x12", vertex_order::first_fit);
  });
}

TEST(independent_set_verify, finds_what_is_wrong) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team, [](auto&) {}), properties{});
    EXPECT_EQ(lacking(team, [](auto& set) { set[5] = 1; }),
              (properties{ends_are_apart, facts_add_up}));
    EXPECT_EQ(lacking(team, [](auto& set) { set[0] = 0; }),
              (properties{none_can_join, first_of_order, facts_add_up}));
    EXPECT_EQ(lacking(team, [](auto& set) { set = {0, 1, 0, 1, 0, 1}; }),
              properties{first_of_order});
  });
}

TEST(independent_set_verify, refuses_sets_of_another_graph_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "grid:2x3");
    const auto priority = vertex_priorities(team, graph, vertex_order::random);
    EXPECT_THROW(static_cast<void>(verify_independent_set(team, graph, {}, priority.span())),
                 usage_error);
  });
}

}  // namespace orujo::test::maximal_independent_set_tests
