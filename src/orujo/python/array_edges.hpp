// Edges that lie in arrays of somebody else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::python {

/// Types of the elements of arrays.
enum class element_type : std::uint8_t { int32, int64, uint32, uint64, float32, float64 };

/// Looks at an array of somebody else, whose elements may lie apart.
struct array_view {
  element_type type = element_type::int64;
  const std::byte* data = nullptr;
  std::ptrdiff_t stride_bytes = 8;
  std::size_t size = 0;
};

/// Edges as arrays. Sources are listed one by one, or as rows: row v ends before `row_ends[v + 1]`
/// in `target`.
struct edge_arrays {
  std::string name;  ///< What the graph is called, in messages, too.
  array_view source = {};
  std::optional<array_view> rows = std::nullopt;  ///< Instead of `source`.
  array_view target = {};
  std::optional<array_view> weight = std::nullopt;
  std::optional<std::uint64_t> num_vertices = std::nullopt;  ///< Empty: those that appear.
};

/// Builds the graph of such edges, by all workers, from the arrays as they are.
/// Call: collective; each rank has all edges. Throws: input_error for an end below 0 or beyond
/// num_vertices, and for a weight that is no number; as build_graph().
[[nodiscard]] csr_graph graph_of_arrays(rank_team& team, const edge_arrays& edges,
                                        const build_options& options);

}  // namespace orujo::python
