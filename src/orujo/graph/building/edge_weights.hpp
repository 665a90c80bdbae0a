// Weights as they are stored: converted from the input's, or drawn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/building/arc_exchange.hpp"
#include "orujo/graph/building/row_builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

/// `weights` as bits of 32-bit integers or floats.
/// Throws: input_error for a negative one, and for an integer of more than 32 bits.
[[nodiscard]] std::vector<weight_bits> stored_weights(std::span<const double> weights,
                                                      weight_kind kind);

/// A whole number from low … high; the same for (u, v) and (v, u).
[[nodiscard]] inline weight_bits drawn_weight(vertex_id u, vertex_id v,
                                              const weight_options& options) noexcept {
  const std::uint64_t pair = mix64(std::min(u, v)) + std::max(u, v);
  random_stream numbers(options.seed, pair);
  const std::uint64_t values = std::uint64_t{options.high} - options.low + 1;
  return static_cast<weight_bits>(options.low + numbers.below(values));
}

/// Gives every arc of `rows` a drawn weight. Call: local, worker 0. Throws: memory_error.
template <typename Target>
void draw_weights(rank_team& team, built_rows<Target>& rows, const target_numbering& numbering,
                  const weight_options& options) {
  rows.weights = huge_array<weight_bits>(rows.counts.arcs);
  parallel_for(team, numbering.size, 1024, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      for (std::uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
        rows.weights[i] =
            drawn_weight(numbering.first + row, numbering.vertex(rows.targets[i]), options);
      }
    }
  });
}

}  // namespace orujo::building
