// A block of edges on its way from a file or a generator to the graph builder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace orujo {

/// One edge by the ids of the input (not yet dense).
struct input_edge {
  std::uint64_t source;
  std::uint64_t target;
};

/// Edges, and in a weighted input one weight for each.
struct edge_chunk {
  std::vector<input_edge> edges;
  std::vector<double> weights;  ///< Empty if the input has no weights, else as long as `edges`.

  void clear() {
    edges.clear();
    weights.clear();
  }
};

}  // namespace orujo
