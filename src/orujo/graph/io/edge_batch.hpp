// Collects parsed edges and appends them to a chunk many at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

#include "orujo/graph/edge_chunk.hpp"

namespace orujo::io {

/// `Weight` is std::int64_t or double, or std::monostate where none are kept. Call flush() at the
/// end.
template <typename Weight>
class edge_batch {
  static constexpr bool weighted = !std::is_same_v<Weight, std::monostate>;

public:
  explicit edge_batch(edge_chunk& chunk) noexcept : chunk_(chunk) {}

  void add(input_edge edge, Weight weight) {
    edges_[size_] = edge;
    if constexpr (weighted) { weights_[size_] = weight; }
    if (++size_ == capacity) { flush(); }
  }

  void flush() {
    append(edges_, chunk_.edges);
    if constexpr (std::is_same_v<Weight, double>) { append(weights_, chunk_.weights); }
    if constexpr (std::is_same_v<Weight, std::int64_t>) { append(weights_, chunk_.whole_weights); }
    size_ = 0;
  }

private:
  static constexpr std::size_t capacity = 512;

  template <typename T, std::size_t Size>
  void append(const std::array<T, Size>& from, std::vector<T>& to) const {
    to.insert(to.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(size_));
  }

  edge_chunk& chunk_;
  std::size_t size_ = 0;
  std::array<input_edge, capacity> edges_;
  std::array<Weight, weighted ? capacity : 1> weights_;
};

}  // namespace orujo::io
