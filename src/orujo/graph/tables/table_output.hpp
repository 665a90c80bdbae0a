// Writes results that are spread over the ranks into one file, from the first rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/tables/result_table.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Checks that a table can be written under this name: it ends in .csv, .csv.gz, .npy or .parquet,
/// or is a pipe, a device or "-", standard output, which get CSV.
/// Throws: usage_error, and input_error if what writes the format is missing.
void check_table_name(std::string_view path);

/// Writes the rows of `table` to `path`: by input ids or names, vertices in their order. The name
/// says the format, as check_table_name() has it. The file replaces an older one of that name at
/// once, when it is complete; where this throws, the older one stays as it was.
/// Call: collective. Throws, on every rank: agreed_error, for wrong use where check_table_name()
/// refuses the name or a column has another length than there are rows, for bad input where the
/// file cannot be written. Cost: all rows travel to the first rank, 2^18 at a time.
/// Memory: 8 bytes for each vertex in a column; a few MiB on the first rank.
void write_table(rank_team& team, const csr_graph& graph, const std::string& path,
                 const result_table& table);

}  // namespace orujo
