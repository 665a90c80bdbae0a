// The ids of the input, and the dense vertex numbers that stand for them inside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/vertex_names.hpp"

namespace orujo {

/// Order-preserving map between dense vertex numbers and the ids of the input. Each rank holds the
/// part for the vertices that it owns. A value.
///
/// Where the input names its vertices, numbers are in the order of the names' bytes, and
/// input_id() is the number.
class id_map {
public:
  /// Vertex v has the id `offset + v`.
  explicit id_map(std::uint64_t offset = 0) : offset_(offset) {}

  /// Owned vertex `first + i` has the id `ids[i]`; ids ascend.
  id_map(vertex_id first, std::vector<std::uint64_t> ids)
      : dense_(false), first_(first), ids_(std::move(ids)) {}

  /// Owned vertex `first + i` has the name `names[i]`; names ascend, on all ranks together.
  id_map(vertex_id first, vertex_names names)
      : named_(true), first_(first), names_(std::move(names)) {}

  /// Whether ids are consecutive, so that nothing needs to be looked up.
  [[nodiscard]] bool is_dense() const noexcept { return dense_; }
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

  /// The input's id of an owned vertex.
  [[nodiscard]] std::uint64_t input_id(vertex_id v) const noexcept {
    return dense_ ? offset_ + v : ids_[v - first_];
  }

  /// Whether vertices have names.
  [[nodiscard]] bool is_named() const noexcept { return named_; }
  /// The name of an owned vertex. Call: only if is_named().
  [[nodiscard]] std::string_view name(vertex_id v) const noexcept { return names_[v - first_]; }

  // Not for the numbers that one rank gives its vertices: see csr_graph.
  void input_id(std::same_as<std::uint32_t> auto) const = delete;
  void name(std::same_as<std::uint32_t> auto) const = delete;

  /// The names of the owned vertices; empty unless is_named().
  [[nodiscard]] const vertex_names& names() const noexcept { return names_; }

  /// The stored ids of the owned vertices; empty if is_dense().
  [[nodiscard]] const std::vector<std::uint64_t>& stored() const noexcept { return ids_; }
  /// The first owned vertex, where anything is stored.
  [[nodiscard]] vertex_id first() const noexcept { return first_; }

  [[nodiscard]] std::uint64_t memory_bytes() const noexcept {
    return ids_.size() * sizeof(std::uint64_t) + names_.memory_bytes();
  }

private:
  bool dense_ = true;
  bool named_ = false;
  std::uint64_t offset_ = 0;
  vertex_id first_ = 0;
  std::vector<std::uint64_t> ids_;
  vertex_names names_;
};

}  // namespace orujo
