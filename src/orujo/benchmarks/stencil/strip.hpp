// One worker's columns of the stencil's grid, and the ghost words to their left.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/benchmarks/stencil/stencil.hpp"
#include "orujo/tasks/full_empty.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// The cell of row `row` in the last column of a strip, for the strip to the right. Row 0 stands
/// for the corner of the whole grid, which goes to the first strip.
struct ghost_value {
  double value;
  std::uint64_t row;
};

/// The cells of some columns. The first row and the column to the left of the first strip are
/// given. Everything belongs to the worker's thread: its task and its handlers.
class stencil_strip {
public:
  /// `columns` are never none, and begin at 1: column 0 is given.
  stencil_strip(const stencil_options& options, index_range columns);

  [[nodiscard]] std::uint64_t blocks() const noexcept { return words_.size(); }
  [[nodiscard]] index_range rows_of(std::uint64_t block) const noexcept;
  [[nodiscard]] bool is_first() const noexcept { return columns_.first == 1; }
  [[nodiscard]] bool is_last() const noexcept { return columns_.last == options_.columns; }
  /// The last cell of a row.
  [[nodiscard]] double last_of(std::uint64_t row) const { return cells_[(row + 1) * width() - 1]; }

  /// Waits for the cells to the left of a block, and computes it together with the blocks behind it
  /// whose cells have come, too: about `most_rows` rows. Returns the block to go on with.
  /// Call: a task; may yield.
  std::uint64_t sweep(std::uint64_t block, std::uint64_t most_rows);

  /// Waits for the corner of the grid, on which the next sweep depends, and returns it.
  /// Call: a task of the first strip; yields.
  double take_corner();

  /// Takes what a message brought: the cells to the left of a block, or the corner; returns what of
  /// `batch` is not for it. Call: a handler.
  [[nodiscard]] std::span<const ghost_value> accept(std::span<const ghost_value> batch);

  /// Cells that are not what they must be after all sweeps.
  [[nodiscard]] std::uint64_t count_errors() const;

private:
  void wait_for(std::uint64_t block);
  [[nodiscard]] bool is_ready(std::uint64_t block) const;
  [[nodiscard]] std::size_t width() const noexcept { return columns_.last - columns_.first; }

  stencil_options options_;
  index_range columns_;
  huge_array<double> cells_;                      // row behind row
  std::vector<double> left_;                      // of each row the cell left of the strip
  std::vector<full_empty<std::uint64_t>> words_;  // of each block; full: its part of left_ is there
  full_empty<double> corner_;
};

}  // namespace orujo
