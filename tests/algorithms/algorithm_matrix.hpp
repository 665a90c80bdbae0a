// Runs every case on teams of every shape, under every policy, on a graph of every family.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/activity_cases.hpp"
#include "algorithms/algorithm_cases.hpp"
#include "algorithms/messaging_policies.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// One graph of each family of generators.
inline constexpr std::array<const char*, 9> matrix_graphs = {
    "rmat:7:8:ER", "rmat:7:8:G500", "rmat:7:8:G", "rmat:7:8:B",          "rmat:7:8:G~",
    "random4n:7",  "uniform:7:8",   "grid:9x13",  "smallworld:130:6:0.1"};

struct team_shape {
  int ranks;
  int workers;
  auto operator<=>(const team_shape&) const = default;
};

inline constexpr std::array<team_shape, 12> team_shapes = {{{1, 1},
                                                            {2, 1},
                                                            {3, 1},
                                                            {8, 1},
                                                            {1, 2},
                                                            {2, 2},
                                                            {3, 2},
                                                            {8, 2},
                                                            {1, 4},
                                                            {2, 4},
                                                            {3, 4},
                                                            {8, 4}}};

/// Where all cases are run once.
struct matrix_cell {
  launch_options team;
  std::string_view graph;
  std::string_view policy;
  bool one_way;
  std::size_t shape;  ///< Which of all.
  std::size_t visit;  ///< How many cells before have had it.

  [[nodiscard]] std::string name() const {
    return std::string(graph) + (one_way ? ", directed, " : ", ") + std::string(policy);
  }
};

/// The i-th cell for a team of the i-th of `shapes` (over and over). Families shift each time all
/// policies have had their turn, so that as many cells as there are pairs have each; shapes shift
/// each time they have all had theirs, and where they would meet the same policies again.
template <std::size_t Shapes>
matrix_cell cell_at(std::size_t i, const std::array<team_shape, Shapes>& shapes,
                    const std::function<launch_options(const team_shape&)>& team_on) {
  const std::size_t policies = all_policies().size();
  const std::size_t round = i / policies;
  const messaging_policy& policy = all_policies()[i % policies];
  const std::size_t shift = policies % Shapes == 0 ? round : 0;
  const std::size_t shape = (i + i / Shapes + shift) % Shapes;
  return {.team = under(policy, team_on(shapes[shape])),
          .graph = matrix_graphs[(i + round) % matrix_graphs.size()],
          .policy = policy.name,
          .one_way = round / 2 % 2 == 1,
          .shape = shape,
          .visit = i / Shapes};
}

/// Whole weights from 0.
inline csr_graph matrix_graph(rank_team& team, std::string_view name, bool one_way) {
  load_options how;
  how.build.directed = one_way;
  how.build.weights = {.from = weight_origin::random, .low = 0, .high = 255};
  return load_graph(team, std::string(name), how);
}

/// A number of its own for each run of an activity case in a cell, of which those of one shape are
/// one behind the other, so that the mechanisms take turns at each shape, whatever the case. Which
/// of the `cases` of that reach comes first shifts from cell to cell, so that each case meets all
/// mechanisms.
inline std::size_t turn_of(const matrix_cell& cell, std::size_t which, std::size_t cases) {
  constexpr std::size_t most_visits = 24;
  const std::size_t first = (cell.shape * most_visits + cell.visit) * cases;
  const std::size_t shift = cell.visit + cell.visit / 2 + cell.shape;
  return first + (which + shift) % cases;
}

/// Where each mechanism has kept operators of some reach apart.
struct isolation_coverage {
  std::set<team_shape> shapes;
  std::set<std::string> transports;  // without their models
  std::set<bool> is_adapted;         // the number of operators of an activity
  std::set<std::string_view> graphs;
  std::set<std::string_view> policies;
};

/// By what operators reach, and by the mechanism.
using isolations_met = std::map<std::pair<operator_reach, mechanism_kind>, isolation_coverage>;

/// What each case has been run on.
struct case_coverage {
  std::set<std::pair<std::string_view, std::string_view>> pairs;  // of a graph and a policy
  std::set<std::pair<std::string_view, team_shape>> on;           // of a policy and a shape
  std::set<team_shape> shapes;
  std::set<mechanism_kind> isolations;  // of activities
};

/// All there are.
inline case_list matrix_cases() {
  case_list cases = all_cases();
  for (algorithm_case& each : activity_cases()) { cases.push_back(std::move(each)); }
  return cases;
}

/// Runs cases cell by cell, and remembers where each has been.
class algorithm_matrix {
public:
  /// Runs all cases in each of `cells`; stops at the first that fails.
  void run(const std::vector<matrix_cell>& cells) {
    for (const matrix_cell& cell : cells) {
      SCOPED_TRACE(cell.name());
      find_answers({cell.graph, false});
      find_answers({cell.graph, cell.one_way});
      on_teams({cell.team}, [&](rank_team& team) { run_cell(team, cell); });
      if (testing::Test::HasFailure()) { return; }
    }
  }

  /// By the name of the case.
  [[nodiscard]] const std::map<std::string, case_coverage>& covered() const { return covered_; }

  [[nodiscard]] const isolations_met& isolations() const { return isolations_; }

private:
  /// The name of a graph, and whether its edges are one-way.
  using graph_key = std::pair<std::string_view, bool>;

  /// On one rank; under mpirun on those that there are.
  void find_answers(const graph_key& key) {
    if (answers_.contains(key)) { return; }
    on_teams({under_mpirun() ? team_of(0, 1, "mpi") : team_of(1, 1)}, [&](rank_team& team) {
      answers_[key] = answers_of(team, matrix_graph(team, key.first, key.second));
    });
  }

  void run_cell(rank_team& team, const matrix_cell& cell) {
    const std::array keys{graph_key{cell.graph, false}, graph_key{cell.graph, cell.one_way}};
    const csr_graph both_ways = matrix_graph(team, cell.graph, false);
    const csr_graph graph = matrix_graph(team, cell.graph, cell.one_way);
    std::map<operator_reach, std::size_t> number_of_case;
    for (const algorithm_case& each : cases_) {
      SCOPED_TRACE(each.name);
      const bool all = each.takes == takes_graphs::all;
      const std::size_t turn = each.operators ? turn_of(cell, number_of_case[*each.operators]++,
                                                        cases_of(*each.operators))
                                              : 0;
      each.check({team, all ? graph : both_ways, answers_.at(keys[all ? 1 : 0]), turn});
      if (under_mpirun() || index_of(team.rank()) == 0) { note({each, cell, turn}, team); }
    }
    EXPECT_LE(team.transport().in_flight_peak(), tight_budget_bytes);
  }

  /// How many cases run operators of that reach.
  [[nodiscard]] std::size_t cases_of(operator_reach reach) const {
    return static_cast<std::size_t>(
        std::count_if(cases_.begin(), cases_.end(),
                      [&](const algorithm_case& each) { return each.operators == reach; }));
  }

  struct case_run {
    const algorithm_case& which;
    const matrix_cell& cell;
    std::size_t turn;
  };

  /// Call: one rank of this process.
  void note(const case_run& run, const rank_team& team) {
    case_coverage& met = covered_[run.which.name];
    const team_shape shape{team.size(), team.num_workers()};
    if (run.which.operators) {
      const isolation_choice how = isolation_at(shape.workers, *run.which.operators, run.turn);
      met.isolations.insert(*how.mechanism);
      isolation_coverage& kept = isolations_[{*run.which.operators, *how.mechanism}];
      kept.shapes.insert(shape);
      kept.transports.insert(run.cell.team.transport.substr(0, run.cell.team.transport.find(':')));
      kept.is_adapted.insert(how.coarsen == 0);
      kept.graphs.insert(run.cell.graph);
      kept.policies.insert(run.cell.policy);
    }
    met.pairs.insert({run.cell.graph, run.cell.policy});
    met.on.insert({run.cell.policy, shape});
    met.shapes.insert(shape);
  }

  case_list cases_ = matrix_cases();
  std::map<graph_key, serial_answers> answers_;
  std::map<std::string, case_coverage> covered_;
  isolations_met isolations_;
};

}  // namespace orujo::test
