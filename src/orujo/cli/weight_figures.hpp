// Weights of edges in commands: where a generator has none, and as figures of the result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/cli/json_output.hpp"
#include "orujo/cli/run_options.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/generators/open_generator.hpp"

namespace orujo::cli {

/// A sum of weights, or one of them: whole if weights are.
[[nodiscard]] inline json weight_figure(const csr_graph& graph, double value) {
  const bool is_real = graph.facts().weights == weight_kind::real;
  return is_real ? json(value) : json(static_cast<std::uint64_t>(value));
}

/// Edges of generated graphs get weights from 1 to 255, unless `options` say otherwise.
inline void draw_missing_weights(graph_options& options) {
  if (!options.weights && is_generator(options.graph)) { options.weights = "1..255"; }
}

}  // namespace orujo::cli
