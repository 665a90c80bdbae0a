// Points as the loops of k-means read them: a vector of each coordinate after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/base/huge_memory.hpp"

namespace orujo {

/// Rows of a table of numbers that one rank has: as many as `count` of all, from number `first` on.
struct point_share {
  std::size_t dimensions = 0;
  std::size_t count = 0;
  std::uint64_t first = 0;
  std::uint64_t total = 0;
};

/// Rows in blocks of `lanes`: of each block all first coordinates, then all second ones. Behind the
/// last row there are zeros up to the end of its block.
template <typename T>
class point_blocks {
public:
  static constexpr std::size_t lanes = 64 / sizeof(T);

  /// Points whose coordinates are all zero.
  explicit point_blocks(const point_share& share)
      : share_(share), values_(num_blocks() * lanes * share.dimensions) {}

  /// Bytes of a share.
  [[nodiscard]] static std::uint64_t bytes_for(const point_share& share) noexcept {
    return (share.count + lanes - 1) / lanes * lanes * share.dimensions * sizeof(T);
  }

  /// Gives the points from number `first` of this rank on these coordinates, row after row.
  void put(std::size_t first, std::span<const T> rows) noexcept {
    for (std::size_t i = 0; i < rows.size() / dimensions(); ++i) {
      for (std::size_t j = 0; j < dimensions(); ++j) {
        values_[place_of(first + i, j)] = rows[i * dimensions() + j];
      }
    }
  }

  [[nodiscard]] std::size_t dimensions() const noexcept { return share_.dimensions; }
  /// Points of this rank, the number of the first among all, and how many all are.
  [[nodiscard]] std::size_t count() const noexcept { return share_.count; }
  [[nodiscard]] std::uint64_t first() const noexcept { return share_.first; }
  [[nodiscard]] std::uint64_t total() const noexcept { return share_.total; }

  [[nodiscard]] std::size_t num_blocks() const noexcept { return (count() + lanes - 1) / lanes; }
  [[nodiscard]] const T* block(std::size_t index) const noexcept {
    return values_.data() + index * lanes * dimensions();
  }
  /// All of them, with the zeros behind them.
  [[nodiscard]] std::span<const T> values() const noexcept { return values_.span(); }
  [[nodiscard]] T at(std::size_t point, std::size_t dimension) const noexcept {
    return values_[place_of(point, dimension)];
  }

private:
  [[nodiscard]] std::size_t place_of(std::size_t point, std::size_t dimension) const noexcept {
    return (point / lanes * dimensions() + dimension) * lanes + point % lanes;
  }

  point_share share_;
  huge_array<T> values_;
};

}  // namespace orujo
