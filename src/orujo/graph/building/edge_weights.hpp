// Weights on their way into a graph: the keys of what the input gives, and drawn ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/building/arc_exchange.hpp"
#include "orujo/graph/building/row_builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/edge_chunk.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

/// The keys of some weights: of 32 bits if that loses nothing for any of them, else of 64.
struct keyed_weights {
  std::vector<std::uint32_t> narrow;
  std::vector<std::uint64_t> wide;  ///< One of the lists is empty.

  /// Calls `visit(std::span<const Key>)`.
  template <typename Visit>
  decltype(auto) visit(Visit&& visit) const {
    if (!wide.empty()) { return visit(std::span<const std::uint64_t>(wide)); }
    return visit(std::span<const std::uint32_t>(narrow));
  }
};

/// The keys of the weights in `chunk`.
/// Throws: input_error for one that is infinite, no number, or not of this kind.
[[nodiscard]] keyed_weights keys_of(const edge_chunk& chunk, weight_kind kind);

/// A whole number from low … high; the same for (u, v) and (v, u).
[[nodiscard]] inline std::uint32_t drawn_weight(vertex_id u, vertex_id v,
                                                const weight_options& options) noexcept {
  const std::uint64_t pair = mix64(std::min(u, v)) + std::max(u, v);
  random_stream numbers(options.seed, pair);
  const std::uint64_t values = std::uint64_t{options.high} - options.low + 1;
  return static_cast<std::uint32_t>(options.low + numbers.below(values));
}

/// Gives every arc of `rows` a drawn weight. Call: local, worker 0. Throws: memory_error.
template <typename Target>
void draw_weights(rank_team& team, built_rows<Target>& rows, const target_numbering& numbering,
                  const weight_options& options) {
  rows.weights = weight_array(weight_type::whole32, rows.counts.arcs);
  const std::span<std::uint32_t> weights = rows.weights.template as<std::uint32_t>();
  parallel_for(team, numbering.size, 1024, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      for (std::uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
        weights[i] =
            drawn_weight(numbering.first + row, numbering.vertex(rows.targets[i]), options);
      }
    }
  });
}

/// The first `count` of `weights`, of 64 bits each, in 32 bits each; empty if that would change one
/// of any rank's. Call: collective. Throws: memory_error, on every rank.
[[nodiscard]] std::optional<weight_array> narrowed(rank_team& team, weight_array& weights,
                                                   std::uint64_t count);

}  // namespace orujo::building
