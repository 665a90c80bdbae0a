// The ids of the input, and the dense vertex numbers that stand for them inside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Order-preserving map between dense vertex numbers and the ids of the input. Each rank holds the
/// part for the vertices that it owns. A value.
class id_map {
public:
  /// Vertex v has the id `offset + v`.
  explicit id_map(std::uint64_t offset = 0) : offset_(offset) {}

  /// Owned vertex `first + i` has the id `ids[i]`; ids ascend.
  id_map(vertex_id first, std::vector<std::uint64_t> ids)
      : dense_(false), first_(first), ids_(std::move(ids)) {}

  /// Whether ids are consecutive, so that nothing needs to be looked up.
  [[nodiscard]] bool is_dense() const noexcept { return dense_; }
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

  /// The input's id of an owned vertex.
  [[nodiscard]] std::uint64_t input_id(vertex_id v) const noexcept {
    return dense_ ? offset_ + v : ids_[v - first_];
  }

  /// The stored ids of the owned vertices; empty if is_dense().
  [[nodiscard]] const std::vector<std::uint64_t>& stored() const noexcept { return ids_; }
  [[nodiscard]] vertex_id first() const noexcept { return first_; }

private:
  bool dense_ = true;
  std::uint64_t offset_ = 0;
  vertex_id first_ = 0;
  std::vector<std::uint64_t> ids_;
};

}  // namespace orujo
