// The arithmetic of the stencil: rows of a strip of columns, up to four at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace orujo {

namespace stencil_detail {

/// Computes `Rows` rows side by side: each cell waits for the one to its left, so that one row
/// alone leaves the processor idle.
template <std::size_t Rows>
inline void sweep_together(double* cells, std::size_t width, const double* left) {
  const double* const above = cells - width;
  std::array<double, Rows + 1> before;  // of the column to the left, the row above first
  for (std::size_t k = 0; k <= Rows; ++k) { before[k] = left[k]; }
  for (std::size_t j = 0; j < width; ++j) {
    double up = above[j];
    double up_left = before[0];
    before[0] = up;
    for (std::size_t k = 1; k <= Rows; ++k) {
      // In this order a cell waits for one addition; all values are whole, so every order is exact.
      const double value = before[k] + (up - up_left);
      up_left = before[k];
      before[k] = up = value;
      cells[(k - 1) * width + j] = value;
    }
  }
}

}  // namespace stencil_detail

/// Computes rows of a strip of `width` columns, which lie one behind the other from `cells` on; the
/// row above them lies right before. `left` holds the cells to their left: that of the row above,
/// then one for each row to compute.
inline void sweep_rows(double* cells, std::size_t width, std::span<const double> left) {
  for (; left.size() > 4; left = left.subspan(4), cells += 4 * width) {
    stencil_detail::sweep_together<4>(cells, width, left.data());
  }
  for (; left.size() > 1; left = left.subspan(1), cells += width) {
    stencil_detail::sweep_together<1>(cells, width, left.data());
  }
}

}  // namespace orujo
