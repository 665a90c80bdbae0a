// The pipelined stencil of the Parallel Research Kernels, with full/empty ghost words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

struct stencil_options {
  std::uint64_t rows = 1000;       ///< At least 2.
  std::uint64_t columns = 1000;    ///< At least 2.
  std::uint64_t iterations = 100;  ///< Sweeps over the grid, each after the other; at least 1.
  std::uint64_t block = 0;         ///< Rows of one message and one ghost word; 0: chosen.
};

struct stencil_result {
  double corner = 0;              ///< The last cell of the last row, after the last sweep.
  double expected = 0;            ///< What it must be: iterations * (rows + columns - 2).
  std::uint64_t errors = 0;       ///< Cells of the whole grid that are not what they must be.
  std::uint64_t block = 0;        ///< Rows of one message, as chosen.
  std::uint64_t updates = 0;      ///< Cells computed, by all workers.
  double seconds = 0;             ///< Of the sweeps alone.
  double updates_per_second = 0;  ///< By all workers; each is two operations on doubles.
};

/// Sweeps over a grid of doubles with A[i,j] = A[i-1,j] + A[i,j-1] - A[i-1,j-1], whose first row
/// and column are given: A[0,j] = j, A[i,0] = i, and A[0,0] the last corner with its sign changed,
/// so that a sweep begins when the one before has ended. Columns are divided evenly over all
/// workers of the team. A worker computes `block` rows of its columns when the cells to their left
/// have come, for which it waits at a full/empty word, and sends its own last cells on; so the
/// workers follow each other down the rows. Call: collective. Throws, on every rank: usage_error
/// for a grid without a cell to compute, for a block that a parcel cannot hold, and where values
/// would exceed 2^53; an error with the exit code of memory if the grid will not fit. Memory: 8
/// bytes for each cell, and for each worker and row.
[[nodiscard]] stencil_result stencil(rank_team& team, const stencil_options& options);

}  // namespace orujo
