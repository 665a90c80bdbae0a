// The pipelined stencil gives what a plain double loop gives, however it is divided.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/stencil/stencil.hpp"

#include <cstdint>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/benchmarks/stencil/rows.hpp"
#include "orujo/benchmarks/stencil/strip.hpp"
#include "orujo/epochs/collectives.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

using grid = std::vector<std::vector<double>>;

/// One sweep by the definition, over a grid whose first row and column are given.
void sweep_plainly(grid& cells) {
  for (std::size_t i = 1; i < cells.size(); ++i) {
    for (std::size_t j = 1; j < cells[i].size(); ++j) {
      cells[i][j] = cells[i - 1][j] + cells[i][j - 1] - cells[i - 1][j - 1];
    }
  }
}

double serial_corner(const stencil_options& options) {
  grid cells(options.rows, std::vector<double>(options.columns));
  for (std::size_t i = 0; i < options.rows; ++i) { cells[i][0] = static_cast<double>(i); }
  for (std::size_t j = 0; j < options.columns; ++j) { cells[0][j] = static_cast<double>(j); }
  for (std::uint64_t k = 0; k < options.iterations; ++k) {
    sweep_plainly(cells);
    cells[0][0] = -cells.back().back();
  }
  return -cells[0][0];
}

void expect_right(const stencil_result& found, const stencil_options& options) {
  EXPECT_EQ(found.corner, serial_corner(options));
  EXPECT_EQ(found.corner, found.expected);
  EXPECT_EQ(found.errors, 0U);
  EXPECT_EQ(found.updates, options.iterations * (options.rows - 1) * (options.columns - 1));
}

/// Random first row and column; the cells to the right of the column are one strip.
void expect_rows_by_definition(std::size_t rows, std::size_t width) {
  SCOPED_TRACE(std::to_string(rows) + " rows of " + std::to_string(width));
  random_stream random(rows, width);
  grid expected(rows + 1, std::vector<double>(width + 1));
  for (double& each : expected[0]) { each = static_cast<double>(random.below(1000)); }
  std::vector<double> left;
  for (auto& row : expected) {
    row[0] = static_cast<double>(random.below(1000));
    left.push_back(row[0]);
  }
  std::vector<double> cells(expected[0].begin() + 1, expected[0].end());
  cells.resize((rows + 1) * width);
  sweep_rows(cells.data() + width, width, left);
  sweep_plainly(expected);
  for (std::size_t i = 0; i <= rows; ++i) {
    for (std::size_t j = 0; j < width; ++j) { EXPECT_EQ(cells[i * width + j], expected[i][j + 1]); }
  }
}

}  // namespace

TEST(stencil, computes_every_cell_for_every_team_and_block) {
  const std::vector<stencil_options> cases{
      {.rows = 2, .columns = 2, .iterations = 3},
      {.rows = 40, .columns = 3, .iterations = 2, .block = 7},
      {.rows = 3, .columns = 40, .iterations = 2, .block = 1},
      {.rows = 101, .columns = 67, .iterations = 3, .block = 1},
      {.rows = 101, .columns = 67, .iterations = 2, .block = 16},
      {.rows = 64, .columns = 33, .iterations = 2, .block = 1000},
      {.rows = 150, .columns = 80, .iterations = 2},
  };
  on_teams(all_teams(1), [&](rank_team& team) {
    for (const stencil_options& options : cases) {
      SCOPED_TRACE(std::to_string(options.rows) + " rows, block " + std::to_string(options.block));
      expect_right(stencil(team, options), options);
    }
  });
}

TEST(stencil, does_not_depend_on_the_order_of_messages) {
  const stencil_options options{.rows = 60, .columns = 20, .iterations = 3, .block = 2};
  std::vector<launch_options> teams;
  for (int seed = 1; seed <= 10; ++seed) {
    teams.push_back(team_of(4, 2, sim_model_of(seed)));
    teams.push_back(with(team_of(3, 1, sim_model_of(seed)), "parcel_bytes", "512"));
  }
  on_teams(teams, [&](rank_team& team) { expect_right(stencil(team, options), options); });
}

TEST(stencil, sees_cells_that_are_wrong) {
  const stencil_strip untouched({.rows = 5, .columns = 8, .iterations = 1, .block = 2}, {1, 8});
  EXPECT_EQ(untouched.count_errors(), 4U * 7U);
}

TEST(stencil_rows, follow_the_definition_for_any_number_of_rows_and_columns) {
  for (std::size_t rows = 1; rows <= 10; ++rows) {
    for (const std::size_t width : {1U, 2U, 7U}) { expect_rows_by_definition(rows, width); }
  }
}

TEST(stencil, refuses_what_it_cannot_do_on_every_rank) {
  on_teams({with(team_of(3, 2), "parcel_bytes", "512")}, [](rank_team& team) {
    const auto refuses = [&](const stencil_options& options) {
      EXPECT_THROW(static_cast<void>(stencil(team, options)), agreed_error);
    };
    refuses({.rows = 1, .columns = 9});
    refuses({.rows = 9, .columns = 1});
    refuses({.rows = 9, .columns = 9, .iterations = 0});
    refuses({.rows = 90, .columns = 9, .iterations = 1, .block = 80});  // no parcel holds them
    refuses({.rows = 9, .columns = 9, .iterations = std::uint64_t{1} << 50U});
    refuses({.rows = std::uint64_t{1} << 26U, .columns = std::uint64_t{1} << 26U, .iterations = 1});
  });
}

}  // namespace orujo::test
