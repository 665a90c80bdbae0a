// Every algorithm gives right answers under every method, order and policy, on graphs of every
// family and teams of every shape.
// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithm_matrix.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace orujo::test {

namespace {

/// As many cells as there are pairs of a family and a policy.
constexpr std::size_t all_pairs = 72;

/// As many as there are pairs of a policy and a shape under mpirun; for many ranks, which take
/// long.
constexpr std::size_t pairs_with_shapes = 24;

/// Of the team that mpirun has started.
int ranks_under_mpirun() {
  int ranks = 0;
  on_teams({team_of(0, 1, "mpi")}, [&](rank_team& team) { ranks = team.size(); });
  return ranks;
}

void expect_all_covered(const algorithm_matrix& matrix, std::size_t shapes) {
  for (const algorithm_case& each : matrix_cases()) {
    SCOPED_TRACE(each.name);
    const case_coverage& met = matrix.covered().at(each.name);
    EXPECT_EQ(met.isolations.size(), each.operators ? count_of_isolations(*each.operators) : 0);
    EXPECT_EQ(met.graphs.size(), matrix_graphs.size());
    EXPECT_EQ(met.policies.size(), all_policies().size());
    EXPECT_EQ(met.shapes.size(), shapes);
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
  matrix.run(cells(all_pairs, team_shapes, [](std::size_t i, const team_shape& shape) {
    return team_of(shape.ranks, shape.workers,
                   (i + i / 8) % 2 == 0 ? "local" : sim_model_of(static_cast<int>(i)));
  }));
  expect_all_covered(matrix, team_shapes.size());
}

TEST(algorithm_matrix, is_right_under_mpirun) {
  if (!under_mpirun()) { GTEST_SKIP() << "is for mpirun"; }
  algorithm_matrix matrix;
  constexpr std::array<team_shape, 3> shapes = {{{0, 1}, {0, 2}, {0, 4}}};
  const std::size_t count = ranks_under_mpirun() > 3 ? pairs_with_shapes : all_pairs;
  matrix.run(cells(count, shapes, [](std::size_t, const team_shape& shape) {
    return team_of(shape.ranks, shape.workers, "mpi");
  }));
  expect_all_covered(matrix, shapes.size());
}

}  // namespace orujo::test
