// Along the edges out of some vertices, with what they carry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/edge_operator.hpp"
#include "orujo/traversal/row_chunks.hpp"
#include "orujo/traversal/row_values.hpp"

namespace orujo {

/// Calls `visit(source, value)` for each of `sources` with what it gives; returns how many edges
/// lead out of them.
template <typename Isolation, typename Operator, typename Visit>
[[gnu::always_inline]] inline std::uint64_t visit_sources(const Operator& op, const adjacency& rows,
                                                          std::span<const local_vertex> sources,
                                                          Visit visit) {
  std::uint64_t edges = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    fetch_rows(rows, sources.subspan(i));
    edges += rows.degree(sources[i]);
    visit(sources[i], value_given(op, Isolation{}, sources[i]));
  }
  return edges;
}

/// Calls `visit(target, value)` for each edge out of `sources` with what it carries; returns how
/// many there are.
template <typename Isolation, typename Operator, typename Visit>
[[gnu::always_inline]] inline std::uint64_t visit_out_edges(const Operator& op,
                                                            const adjacency& rows,
                                                            std::span<const local_vertex> sources,
                                                            Visit visit) {
  using value_type = typename Operator::value_type;
  if constexpr (blockwise_operator<Operator>) {
    value_batch<value_type> batch;
    const auto look = [&] { batch.look(op, rows.targets, visit); };
    const auto add = [&](local_vertex source, const value_type& value) {
      batch.add(value, rows.offsets[source], rows.offsets[source + 1], look);
    };
    const std::uint64_t edges = visit_sources<Isolation>(op, rows, sources, add);
    if (!batch.empty()) { look(); }
    return edges;
  } else {
    return visit_sources<Isolation>(op, rows, sources,
                                    [&](local_vertex source, const value_type& value) {
                                      [[maybe_unused]] std::uint64_t edge = rows.offsets[source];
                                      for (const local_vertex target : rows.row(source)) {
                                        if constexpr (edgewise_operator<Operator>) {
                                          visit(target, op.along(value, edge++));
                                        } else {
                                          visit(target, value);
                                        }
                                      }
                                    });
  }
}

}  // namespace orujo
