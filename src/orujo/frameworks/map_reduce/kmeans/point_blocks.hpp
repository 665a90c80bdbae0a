// Points as the loops of k-means read them: a vector of each coordinate after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"

namespace orujo {

/// Rows of a table of numbers that one rank has, one after the other.
template <typename T>
struct point_rows {
  std::size_t dimensions = 0;
  std::uint64_t first = 0;     ///< The number of the first row in the whole table, from 0.
  std::uint64_t total = 0;     ///< Rows of all ranks.
  std::vector<T> values = {};  ///< Row after row.

  [[nodiscard]] std::size_t count() const noexcept {
    return dimensions == 0 ? 0 : values.size() / dimensions;
  }
};

/// The same rows in blocks of `lanes`: of each block all first coordinates, then all second ones.
/// Behind the last row there are zeros up to the end of its block.
template <typename T>
class point_blocks {
public:
  static constexpr std::size_t lanes = 64 / sizeof(T);

  explicit point_blocks(const point_rows<T>& rows)
      : dimensions_(rows.dimensions),
        count_(rows.count()),
        first_(rows.first),
        total_(rows.total),
        values_(num_blocks() * lanes * dimensions_) {
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = 0; j < dimensions_; ++j) {
        values_[place_of(i, j)] = rows.values[i * dimensions_ + j];
      }
    }
  }

  [[nodiscard]] std::size_t dimensions() const noexcept { return dimensions_; }
  /// Points of this rank, the number of the first among all, and how many all are.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }

  [[nodiscard]] std::size_t num_blocks() const noexcept { return (count_ + lanes - 1) / lanes; }
  [[nodiscard]] const T* block(std::size_t index) const noexcept {
    return values_.data() + index * lanes * dimensions_;
  }
  [[nodiscard]] T at(std::size_t point, std::size_t dimension) const noexcept {
    return values_[place_of(point, dimension)];
  }

private:
  [[nodiscard]] std::size_t place_of(std::size_t point, std::size_t dimension) const noexcept {
    return (point / lanes * dimensions_ + dimension) * lanes + point % lanes;
  }

  std::size_t dimensions_;
  std::size_t count_;
  std::uint64_t first_;
  std::uint64_t total_;
  huge_array<T> values_;
};

}  // namespace orujo
