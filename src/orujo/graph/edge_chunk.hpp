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

/// Edges, and in a weighted input one weight for each, in one of two lists: none is rounded.
/// Beside them vertices that the input lists by themselves: they are there without edges, too,
/// unless build_options::keep_isolated is off. A vertex may be listed any number of times, by any
/// part, in chunks with edges or without. Weights belong to edges only.
struct edge_chunk {
  std::vector<input_edge> edges;
  std::vector<double> weights;  ///< Real numbers, or whole ones from -2^53 to 2^53.
  std::vector<std::int64_t> whole_weights = {};  ///< Whole numbers above -2^63.
  std::vector<std::uint64_t> vertices = {};      ///< Ids, as in edges; any number of them.
  /// How many of the edges stand for others than themselves in the input, which lists half of them.
  std::uint64_t implied = 0;

  void clear() {
    edges.clear();
    weights.clear();
    whole_weights.clear();
    vertices.clear();
    implied = 0;
  }
};

}  // namespace orujo
