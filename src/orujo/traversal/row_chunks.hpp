// How many rows of a list of vertices a worker takes at once, and which ones are asked for ahead.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/row_prefetch.hpp"

namespace orujo {

/// How many edges lead out of an owned vertex, about, where no row is long; 0 where one is. Nothing
/// is looked at.
[[nodiscard]] inline std::uint64_t usual_short_row(const csr_graph& graph) noexcept {
  if (graph.longest_row() > csr_graph::longest_short_row) { return 0; }
  return graph.out_edges().targets.size() / std::max<std::uint64_t>(1, graph.num_local()) + 1;
}

/// How many edges lead out of each of `sources`, about: those of the usual row of the graph where
/// all are short, else of some of `sources`, or a few more.
[[nodiscard]] inline std::uint64_t edges_per_row(const csr_graph& graph,
                                                 std::span<const local_vertex> sources) noexcept {
  if (const std::uint64_t usual = usual_short_row(graph); usual > 0) { return usual; }
  const adjacency& rows = graph.out_edges();
  constexpr std::size_t samples = 64;
  const std::size_t step = sources.size() / samples + 1;
  std::uint64_t edges = 1;
  for (std::size_t i = 0; i < sources.size(); i += step) { edges += rows.degree(sources[i]); }
  return edges / std::max<std::uint64_t>(sources.size() / step, 1) + 1;
}

/// So few that each worker gets several chunks, and so many that a chunk is worth asking for.
[[nodiscard]] inline std::size_t rows_per_chunk(const csr_graph& graph,
                                                std::span<const local_vertex> sources) noexcept {
  constexpr std::uint64_t edges_per_chunk = 2048;
  return std::clamp<std::uint64_t>(edges_per_chunk / edges_per_row(graph, sources), 1, 1024);
}

/// Asks for the rows of some of the `coming` vertices.
inline void fetch_rows(const adjacency& rows, std::span<const local_vertex> coming) noexcept {
  if (coming.size() > 2 * rows_ahead) { prefetch_to_read(&rows.offsets[coming[2 * rows_ahead]]); }
  if (coming.size() > rows_ahead) {
    prefetch_to_read(rows.targets.data() + rows.offsets[coming[rows_ahead]]);
  }
}

}  // namespace orujo
