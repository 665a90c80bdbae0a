// Values of the vertices that a rank owns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <utility>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo {

/// A value for each vertex that this rank owns, by its local number. The number of a vertex in the
/// whole graph, which on one rank is the same, does not compile as an index: csr_graph::local()
/// gives the one for the other. Without a bound check; memory as huge_array has it.
template <typename T>
class owned_values : public huge_array<T> {
public:
  using huge_array<T>::huge_array;
  owned_values() = default;
  owned_values(huge_array<T>&& values) noexcept : huge_array<T>(std::move(values)) {}

  [[nodiscard]] T& operator[](local_vertex v) noexcept { return this->data()[v]; }
  [[nodiscard]] const T& operator[](local_vertex v) const noexcept { return this->data()[v]; }
  void operator[](std::same_as<vertex_id> auto) = delete;
  void operator[](std::same_as<vertex_id> auto) const = delete;
};

}  // namespace orujo
