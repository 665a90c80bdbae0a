// Weights of edges in commands: where a generator has none, and as figures of the result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/cli/options/run_options.hpp"
#include "orujo/cli/report/json_output.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/generators/open_generator.hpp"

namespace orujo::cli {

/// A sum of weights, or one of them: whole if weights are, and if 64 bits hold it.
[[nodiscard]] inline json weight_figure(const csr_graph& graph, exact_number value) {
  const bool is_whole = graph.facts().weights != weight_kind::real;
  if (is_whole && value >= -0x1p63L && value < 0x1p63L) { return static_cast<std::int64_t>(value); }
  if (is_whole && value >= 0 && value < 0x1p64L) { return static_cast<std::uint64_t>(value); }
  return static_cast<double>(value);
}

/// Edges of generated graphs get weights from 1 to 255, unless `options` say otherwise.
inline void draw_missing_weights(graph_options& options) {
  if (!options.weights && is_generator(options.graph)) { options.weights = "1..255"; }
}

}  // namespace orujo::cli
