// A text that lists some vertices of a graph, each with a weight or without.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Vertices in the order of the text's lines; the same on every rank.
struct weighted_vertices {
  std::vector<vertex_id> vertices;  ///< One that is listed twice is there twice.
  std::vector<double> weights;      ///< Of each; 1 where the line has none. None is negative.
};

/// Reads `path`, which the first rank does: a line for each vertex, its id or name and then, if
/// there is a second cell, a finite weight of at least 0. Cells are separated as those of an edge
/// list, lines that are blank or begin with # or % are passed over, and the text may be compressed.
/// Call: collective. Throws on every rank: agreed_error for bad input, with file, line and column,
/// if the file cannot be read, holds no vertex, a line holds more or something else, or the graph
/// has no such vertex. Memory: on every rank the labels, and 24 bytes for each line.
[[nodiscard]] weighted_vertices read_weighted_vertices(rank_team& team, const csr_graph& graph,
                                                       const std::string& path);

}  // namespace orujo
