// Every algorithm gives right answers under every method, order and policy, on graphs of every
// family and teams of every shape.
// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithm_matrix.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace orujo::test {

namespace {

/// As many cells as there are pairs of a family and a policy.
std::size_t all_pairs() { return matrix_graphs.size() * all_policies().size(); }

constexpr std::array<team_shape, 3> shapes_under_mpirun = {{{0, 1}, {0, 2}, {0, 4}}};

/// As many as there are pairs of a policy and a shape under mpirun; for many ranks, which take
/// long.
std::size_t pairs_with_shapes() { return all_policies().size() * shapes_under_mpirun.size(); }

/// Of the team that mpirun has started.
int ranks_under_mpirun() {
  int ranks = 0;
  on_teams({team_of(0, 1, "mpi")}, [&](rank_team& team) { ranks = team.size(); });
  return ranks;
}

/// How much a plan of cells meets.
struct plan_extent {
  std::size_t cells;
  std::size_t shapes;
  std::size_t transports;
};

void expect_all_covered(const algorithm_matrix& matrix, const plan_extent& plan) {
  for (const algorithm_case& each : matrix_cases()) {
    SCOPED_TRACE(each.name);
    const case_coverage& met = matrix.covered().at(each.name);
    if (plan.cells == all_pairs()) {
      EXPECT_EQ(met.isolations.size(), each.operators ? count_of_isolations(*each.operators) : 0);
      EXPECT_EQ(met.pairs.size(), all_pairs());
    }
    if (plan.shapes == shapes_under_mpirun.size()) {
      EXPECT_EQ(met.on.size(), pairs_with_shapes());
    }
    EXPECT_EQ(met.shapes.size(), plan.shapes);
  }
}

/// That each mechanism has met each shape that it can be used on, each transport, and, in a plan of
/// all pairs, activities of fixed and of adapted numbers of operators, for operators of one and of
/// several elements; and in a plan of all shapes each family of graphs and each policy.
template <std::size_t Shapes>
void expect_all_isolated(const algorithm_matrix& matrix,
                         const std::array<team_shape, Shapes>& shapes, const plan_extent& plan) {
  for (const auto reach : {operator_reach::one_element, operator_reach::several_elements}) {
    for (const std::string& name : usable_names(reach, 1)) {
      SCOPED_TRACE(name);
      const auto usable = std::count_if(shapes.begin(), shapes.end(), [&](const team_shape& each) {
        return can_be_used(name, each.workers);
      });
      const isolation_coverage& met =
          matrix.isolations().at({reach, mechanism_named(name).value()});
      EXPECT_EQ(met.shapes.size(), static_cast<std::size_t>(usable));
      EXPECT_EQ(met.transports.size(), plan.transports);
      if (plan.cells != all_pairs()) { continue; }
      EXPECT_EQ(met.is_adapted.size(), 2U);
      // With three shapes fewer are met; and one worker alone is disturbed by nobody.
      if (Shapes < team_shapes.size() || !can_be_used(name, 2)) { continue; }
      EXPECT_EQ(met.graphs.size(), matrix_graphs.size());
      EXPECT_EQ(met.policies.size(), all_policies().size());
    }
  }
}

/// The first `count` cells, for teams that `team_on(i, shape)` makes for cell i.
template <std::size_t Shapes, typename Team>
std::vector<matrix_cell> cells(std::size_t count, const std::array<team_shape, Shapes>& shapes,
                               Team team_on) {
  std::vector<matrix_cell> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(cell_at(i, shapes, [&](const team_shape& shape) { return team_on(i, shape); }));
  }
  return all;
}

}  // namespace

/// Half of the cells are on simulated networks, with a schedule each; each graph, policy and shape
/// is on both.
TEST(algorithm_matrix, is_right_for_every_family_under_every_policy_and_order_of_messages) {
  if (under_mpirun()) { GTEST_SKIP() << "is for one process"; }
  algorithm_matrix matrix;
  matrix.run(cells(all_pairs(), team_shapes, [](std::size_t i, const team_shape& shape) {
    return team_of(
        shape.ranks, shape.workers,
        i / all_policies().size() % 2 == 0 ? "local" : sim_model_of(static_cast<int>(i)));
  }));
  const plan_extent plan{.cells = all_pairs(), .shapes = team_shapes.size(), .transports = 2};
  expect_all_covered(matrix, plan);
  expect_all_isolated(matrix, team_shapes, plan);
}

TEST(algorithm_matrix, is_right_under_mpirun) {
  if (!under_mpirun()) { GTEST_SKIP() << "is for mpirun"; }
  algorithm_matrix matrix;
  const std::size_t count = ranks_under_mpirun() > 3 ? pairs_with_shapes() : all_pairs();
  matrix.run(cells(count, shapes_under_mpirun, [](std::size_t, const team_shape& shape) {
    return team_of(shape.ranks, shape.workers, "mpi");
  }));
  const plan_extent plan{.cells = count, .shapes = shapes_under_mpirun.size(), .transports = 1};
  expect_all_covered(matrix, plan);
  expect_all_isolated(matrix, shapes_under_mpirun, plan);
}

}  // namespace orujo::test
