// Collects parsed edges and appends them to a chunk many at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "orujo/graph/edge_chunk.hpp"

namespace orujo::io {

/// `Weighted`: whether weights are kept. Call flush() at the end.
template <bool Weighted>
class edge_batch {
public:
  explicit edge_batch(edge_chunk& chunk) noexcept : chunk_(chunk) {}

  void add(input_edge edge, double weight) {
    edges_[size_] = edge;
    if constexpr (Weighted) { weights_[size_] = weight; }
    if (++size_ == capacity) { flush(); }
  }

  void flush() {
    const auto size = static_cast<std::ptrdiff_t>(size_);
    chunk_.edges.insert(chunk_.edges.end(), edges_.begin(), edges_.begin() + size);
    if constexpr (Weighted) {
      chunk_.weights.insert(chunk_.weights.end(), weights_.begin(), weights_.begin() + size);
    }
    size_ = 0;
  }

private:
  static constexpr std::size_t capacity = 512;

  edge_chunk& chunk_;
  std::size_t size_ = 0;
  std::array<input_edge, capacity> edges_;
  std::array<double, Weighted ? capacity : 1> weights_;
};

}  // namespace orujo::io
