// Writes results that are spread over the ranks into one file, from the first rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/algorithms/catalogue/algorithm_answer.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::cli {

/// Writes the rows of `table` to `path`: by input ids or names, vertices in their order.
/// Call: collective. Throws, on every rank: input_error if the file cannot be written.
/// Memory: 8 bytes for each vertex in a column; a few MiB on the first rank.
void write_table(rank_team& team, const csr_graph& graph, const std::string& path,
                 const result_table& table);

}  // namespace orujo::cli
