// A block of rows can be computed when its ghost word is full; taking it empties it for the next
// sweep, whose cells come later: the first strip begins that when the last one has ended this.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/stencil/strip.hpp"

#include <algorithm>
#include <numeric>

#include "orujo/benchmarks/stencil/rows.hpp"

namespace orujo {

stencil_strip::stencil_strip(const stencil_options& options, index_range columns)
    : options_(options),
      columns_(columns),
      cells_(options.rows * width()),
      left_(options.rows),
      words_((options.rows - 1 + options.block - 1) / options.block) {
  std::iota(cells_.begin(), cells_.begin() + width(), static_cast<double>(columns.first));
  std::fill(cells_.begin() + width(), cells_.end(), 0.0);  // touched by its worker
  if (is_first()) { std::iota(left_.begin(), left_.end(), 0.0); }
  left_.front() = static_cast<double>(columns.first - 1);
}

index_range stencil_strip::rows_of(std::uint64_t block) const noexcept {
  const std::uint64_t first = 1 + block * options_.block;
  return {first, std::min(first + options_.block, options_.rows)};
}

void stencil_strip::wait_for(std::uint64_t block) {
  if (!is_first()) { static_cast<void>(words_[block].take()); }
}

bool stencil_strip::is_ready(std::uint64_t block) const {
  return block < blocks() && (is_first() || words_[block].full());
}

std::uint64_t stencil_strip::sweep(std::uint64_t block, std::uint64_t most_rows) {
  const std::uint64_t first = rows_of(block).first;
  std::uint64_t last = first;
  do {
    wait_for(block);
    last = rows_of(block).last;
  } while (is_ready(++block) && last - first < most_rows);
  sweep_rows(cells_.data() + first * width(), width(),
             std::span(left_).subspan(first - 1, last - first + 1));
  return block;
}

double stencil_strip::take_corner() {
  const double corner = corner_.take();
  left_.front() = -corner;
  return corner;
}

std::span<const ghost_value> stencil_strip::accept(std::span<const ghost_value> batch) {
  const std::uint64_t first = batch.front().row;
  if (first == 0) {
    corner_.fill(batch.front().value);
    return batch.subspan(1);
  }
  const std::uint64_t block = (first - 1) / options_.block;
  const std::size_t count = rows_of(block).last - first;
  for (std::size_t i = 0; i < count; ++i) { left_[first + i] = batch[i].value; }
  words_[block].fill(count);
  return batch.subspan(count);
}

std::uint64_t stencil_strip::count_errors() const {
  const std::uint64_t before = (options_.iterations - 1) * (options_.rows + options_.columns - 2);
  std::uint64_t errors = 0;
  for (std::uint64_t row = 1; row < options_.rows; ++row) {
    for (std::size_t j = 0; j < width(); ++j) {
      const auto expected = static_cast<double>(before + row + columns_.first + j);
      errors += cells_[row * width() + j] == expected ? 0U : 1U;
    }
  }
  return errors;
}

}  // namespace orujo
