// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

/// Checks that building from `script` fails with `code` and a text that contains `part`, on every
/// rank of each team, and that the team still works afterwards.
void expect_failure(const input_script& script, exit_code code, const std::string& part,
                    const build_options& options = {}) {
  std::vector<launch_options> teams = all_teams(1);
  for (launch_options& team : teams) { team = with(team, "memory_limit_bytes", "1G"); }
  on_teams(teams, [&](rank_team& team) {
    try {
      static_cast<void>(build_graph(team, opener_of(script), options));
      ADD_FAILURE() << "no error";
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), code) << problem.what();
      EXPECT_NE(std::string(problem.what()).find(part), std::string::npos) << problem.what();
    }
    EXPECT_EQ(all_sum(team, 1), team.size());
  });
}

TEST(BuilderErrors, AnErrorInOnePartReachesEveryRankAndStopsTheOthers) {
  for (const bool declared : {true, false}) {
    input_script script = {.edges = random_edges(1, 100, 5000), .failing_part = 0, .endless = true};
    if (declared) { script.facts.declared_vertices = 100; }
    expect_failure(script, exit_code::input, "edges.txt:17:3");
    expect_failure(script, exit_code::input, "edges.txt:17:3",
                   {.balance = block_balance::vertices});
  }
}

TEST(BuilderErrors, AnIncompleteInputIsRefused) {
  const input_script script = {.edges = random_edges(2, 100, 500), .incomplete = true};
  expect_failure(script, exit_code::input, "ends after 500");
}

TEST(BuilderErrors, AnEdgeToAnUndeclaredVertexIsRefused) {
  for (const block_balance balance : {block_balance::vertices, block_balance::edges}) {
    input_script script = {.edges = {{{1, 2}, {3, 11}}}};
    script.facts.first_id = 1;
    script.facts.declared_vertices = 10;
    expect_failure(script, exit_code::input, "vertex 11, but the vertices are 1 to 10",
                   {.balance = balance});
    script.edges = {{{1, 2}, {3, 0}}};
    expect_failure(script, exit_code::input, "vertex 0, but", {.balance = balance});
    script.edges = {{{1, 2}, {1'000'000'000'000, 4}}};
    expect_failure(script, exit_code::input, "vertex 1000000000000, but", {.balance = balance});
  }
}

TEST(BuilderErrors, AHalfListedUndirectedEdgeIsRefused) {
  input_script script = {.edges = {{{0, 1}, {1, 0}, {1, 2}}}};
  script.facts.name = "half.graph";
  script.facts.directed = false;
  script.facts.both_directions_listed = true;
  script.facts.declared_vertices = 3;
  expect_failure(script, exit_code::input, "half.graph: the format lists every undirected edge");
}

TEST(BuilderErrors, WhatCannotFitIsRefusedBeforeItIsAllocated) {
  input_script script = {.edges = random_edges(3, 100, 500)};
  script.facts.declared_vertices = std::uint64_t{1} << 60U;
  script.facts.declared_edges = 500;
  expect_failure(script, exit_code::memory, "the graph needs about");
  script.facts.declared_vertices = 100;
  script.facts.declared_edges = std::uint64_t{1} << 62U;
  expect_failure(script, exit_code::memory, "the graph needs about",
                 {.balance = block_balance::vertices});
}

TEST(BuilderErrors, WeightsThatCannotBeStoredAreRefused) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {none, HUGE_VAL, -HUGE_VAL}) {
      const edge_chunk edges = {{{0, 1}, {1, 2}}, {0.5, bad}};
      EXPECT_THROW(static_cast<void>(graph_from_edges(team, 3, edges)), error);
    }
    const edge_chunk twice = {{{0, 1}}, {1}, {1}};
    EXPECT_THROW(static_cast<void>(graph_from_edges(team, 3, twice)), usage_error);
  });
}

TEST(BuilderErrors, EdgesInMemoryAreChecked) {
  on_teams({team_of(1, 1), team_of(2, 1)}, [](rank_team& team) {
    const std::vector<input_edge> outside = {{0, 3}};
    EXPECT_THROW(static_cast<void>(graph_from_edges(team, 3, outside)), usage_error);
    const edge_chunk uneven = {{{0, 1}, {1, 2}}, {1}};
    EXPECT_THROW(static_cast<void>(graph_from_edges(team, 3, uneven)), usage_error);
  });
}

}  // namespace
}  // namespace orujo::test
