// Reads an edge list together with a list of all its vertices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "orujo/graph/io/format.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

/// Opens the edge list in `edges` and the text that `options.vertices` names. Ids are numbers in
/// both, or names in both; names have their numbers in one table. The parts share both texts out.
/// Throws: input_error, for the beginning of either.
[[nodiscard]] std::unique_ptr<edge_input> open_listed_edges(std::shared_ptr<const graph_file> edges,
                                                            input_part part,
                                                            const open_options& options);

/// Opens the list of vertices that `options` name alone: a graph without edges. Throws: the same.
[[nodiscard]] std::unique_ptr<edge_input> open_listed_vertices(input_part part,
                                                               const open_options& options);

}  // namespace orujo::io
