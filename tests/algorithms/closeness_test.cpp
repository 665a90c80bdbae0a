// Closeness: against a serial program, for every team; and a verifier that finds faults.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/closeness/closeness.hpp"

#include <cmath>
#include <cstdint>
#include <deque>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/serial_answers.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/closeness/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test::closeness_tests {

namespace {

struct serial_closeness {
  std::vector<double> harmonic;
  std::vector<double> closeness;
};

/// Hops from `source`; -1 where no path leads.
std::vector<int> depths_by_hand(const neighbour_lists& lists, vertex_id source) {
  std::vector<int> depth(lists.size(), -1);
  std::deque<vertex_id> queue{source};
  depth[source] = 0;
  for (; !queue.empty(); queue.pop_front()) {
    for (const vertex_id next : lists[queue.front()]) {
      if (depth[next] >= 0) { continue; }
      depth[next] = depth[queue.front()] + 1;
      queue.push_back(next);
    }
  }
  return depth;
}

serial_closeness closeness_by_hand(const neighbour_lists& lists,
                                   const std::vector<vertex_id>& sources) {
  const std::size_t n = lists.size();
  std::vector<double> hops(n);
  std::vector<double> from(n);
  serial_closeness found{std::vector<double>(n), std::vector<double>(n)};
  for (const vertex_id source : sources) {
    const std::vector<int> depth = depths_by_hand(lists, source);
    for (std::size_t v = 0; v < n; ++v) {
      if (depth[v] <= 0) { continue; }
      found.harmonic[v] += 1.0 / depth[v];
      hops[v] += depth[v];
      from[v] += 1;
    }
  }
  for (std::size_t v = 0; v < n; ++v) {
    if (from[v] == 0) { continue; }
    found.closeness[v] = from[v] / hops[v] * from[v] / (static_cast<double>(n) - 1);
  }
  return found;
}

csr_graph graph_named(rank_team& team, const std::string& name, bool one_way) {
  load_options how;
  how.build.directed = one_way;
  return load_graph(team, name, how);
}

std::vector<vertex_id> all_of(const csr_graph& graph) {
  std::vector<vertex_id> all(graph.num_vertices());
  std::iota(all.begin(), all.end(), vertex_id{0});
  return all;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) {
    EXPECT_NEAR(found[v], expected[v], 1e-12 * (1 + expected[v])) << v;
  }
}

}  // namespace

TEST(closeness, is_what_a_serial_program_finds) {
  std::vector<launch_options> teams{team_of(1, 1), team_of(1, 2), team_of(3, 2),
                                    team_of(2, 1, sim_model_of(1)), team_of(8, 1, sim_model_of(2))};
  if (under_mpirun()) { teams = few_teams(); }
  for (const bool one_way : {false, true}) {
    for (const std::string name : {"kron:5", "grid:4x6"}) {
      SCOPED_TRACE(name);
      std::vector<double> bits;
      on_teams(teams, [&](rank_team& team) {
        const csr_graph graph = graph_named(team, name, one_way);
        const std::vector<vertex_id> sources = all_of(graph);
        const serial_closeness expected = closeness_by_hand(lists_of(team, graph), sources);
        const closeness_options options{.candidates = graph.num_vertices()};
        const closeness_scores found = closeness(team, graph, sources, options);
        expect_none(verify_closeness(
            team, graph, {found.harmonic.span(), found.closeness.span(), sources, options}));
        EXPECT_EQ(found.facts.sources, graph.num_vertices());
        const std::vector<double> harmonic = all_values<double>(team, found.harmonic.span());
        expect_near(harmonic, expected.harmonic);
        expect_near(all_values<double>(team, found.closeness.span()), expected.closeness);
        if (index_of(team.rank()) != 0) { return; }
        if (bits.empty()) { bits = harmonic; }
        EXPECT_EQ(harmonic, bits);  // bit for bit, whatever the team
      });
    }
  }
}

TEST(closeness, stands_for_all_vertices_where_sources_are_drawn) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = graph_named(team, "kron:6", false);
    const std::vector<vertex_id> sources{1, 5, 5, 9};
    const closeness_options options{.candidates = graph.num_vertices()};
    const closeness_scores drawn = closeness(team, graph, sources, options);
    const closeness_scores plain = closeness(team, graph, sources);
    expect_none(verify_closeness(
        team, graph, {drawn.harmonic.span(), drawn.closeness.span(), sources, options}));
    const double scale = static_cast<double>(graph.num_vertices()) / 4;
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      EXPECT_DOUBLE_EQ(drawn.harmonic[v], scale * plain.harmonic[v]);
      EXPECT_DOUBLE_EQ(drawn.closeness[v], scale * plain.closeness[v]);
    }
  });
}

TEST(closeness, of_no_vertices_and_of_no_edges) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph none = graph_from_edges(team, 0, std::span<const input_edge>());
    EXPECT_EQ(closeness(team, none, {}).facts.pairs, 0U);
    const csr_graph apart = graph_from_edges(team, 3, std::span<const input_edge>());
    const std::vector<vertex_id> sources = all_of(apart);
    const closeness_scores found = closeness(team, apart, sources);
    for (const double each : found.closeness) { EXPECT_EQ(each, 0.0); }
    EXPECT_THROW(static_cast<void>(closeness(team, apart, std::vector<vertex_id>{3})),
                 agreed_error);
  });
}

TEST(closeness, is_checked_by_a_verifier_that_finds_faults) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = graph_named(team, "kron:6", false);
    const std::vector<vertex_id> sources{1, 5};
    const closeness_options options;
    closeness_scores found = closeness(team, graph, sources, options);
    if (graph.owns(9)) {
      found.harmonic[graph.local(9)] += 0.25;
      found.closeness[graph.local(9)] = std::nan("");
    }
    const auto wrong = verify_closeness(
        team, graph, {found.harmonic.span(), found.closeness.span(), sources, options});
    ASSERT_EQ(wrong.size(), 2U);
    for (const closeness_violation& each : wrong) {
      EXPECT_EQ(each.vertex, 9U);
      EXPECT_NE(each.text().find("vertex 9"), std::string::npos) << each.text();
    }
    EXPECT_THROW(static_cast<void>(verify_closeness(
                     team, graph, {found.harmonic.span().first(0), {}, sources, options})),
                 usage_error);
  });
}

}  // namespace orujo::test::closeness_tests
