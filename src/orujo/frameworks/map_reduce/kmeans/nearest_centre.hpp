// Which centre is nearest to each point of a block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"

namespace orujo {

/// Centres as points are: row after row.
template <typename T>
struct centre_rows {
  std::span<const T> values;
  std::size_t dimensions;

  [[nodiscard]] std::size_t count() const noexcept { return values.size() / dimensions; }
  [[nodiscard]] const T* at(std::size_t index) const noexcept {
    return values.data() + index * dimensions;
  }
};

/// Vectors as wide as a block. The compiler makes of them what the processor has.
template <typename T>
struct block_vector {
  using index = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  typedef T values __attribute__((vector_size(64)));
  typedef index indices __attribute__((vector_size(64)));
};

/// Of each point in a block the nearest centre; of centres equally near, the first.
template <typename T>
using nearest_centres = typename block_vector<T>::indices;

/// Looks at all centres for each point of a block. `Dimensions`, if it is not 0, is their number,
/// known when this is compiled. Distances are sums of squares of differences, in the precision of
/// the points.
template <std::size_t Dimensions, typename T>
void find_nearest(const T* block, const centre_rows<T>& centres, nearest_centres<T>& found) {
  using vector = block_vector<T>;
  using values = typename vector::values;
  // blocks are aligned as vectors are, and hold nothing but T
  const auto* const points = reinterpret_cast<const values*>(block);
  const std::size_t dimensions = Dimensions != 0 ? Dimensions : centres.dimensions;
  values best = values{} + std::numeric_limits<T>::infinity();
  typename vector::indices which{};
  const T* centre = centres.values.data();
  const auto count = static_cast<typename vector::index>(centres.count());
  for (typename vector::index k = 0; k < count; ++k, centre += dimensions) {
    values sum = points[0] - centre[0];
    sum *= sum;
    for (std::size_t j = 1; j < dimensions; ++j) {
      const values difference = points[j] - centre[j];
      sum += difference * difference;
    }
    const auto is_nearer = sum < best;
    best = is_nearer ? sum : best;
    which = is_nearer ? (typename vector::indices{} + k) : which;
  }
  found = which;
}

/// The one of these for so many dimensions.
template <typename T>
[[nodiscard]] auto nearest_finder(std::size_t dimensions) {
  switch (dimensions) {
    case 1: return &find_nearest<1, T>;
    case 2: return &find_nearest<2, T>;
    case 3: return &find_nearest<3, T>;
    case 4: return &find_nearest<4, T>;
    default: return &find_nearest<0, T>;
  }
}

}  // namespace orujo
