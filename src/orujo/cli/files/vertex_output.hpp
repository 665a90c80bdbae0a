// Writes results that are spread over the ranks into one file, from the first rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_answer.hpp"
#include "orujo/cli/files/vertex_table.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::cli {

/// This rank's rows of a table.
struct table_rows {
  std::string key = "vertex";  ///< Heading of the first column.
  std::vector<table_column> columns = {};
  std::uint64_t count = 0;
  /// The cells of rows first … last-1, one after the other.
  std::function<std::vector<table_cell>(std::uint64_t first, std::uint64_t last)> cells;
  const name_lookup* names = nullptr;  ///< Where vertices have names: knows those in the cells.
};

/// Writes the rows of all ranks to `path`, rank after rank.
/// Call: collective. Throws, on every rank: input_error if the file cannot be written.
/// Memory: a few MiB on the first rank.
void write_rows(rank_team& team, const csr_graph& graph, const std::string& path,
                const table_rows& rows);

/// Writes the rows of `table` to `path`: by input ids or names, vertices in their order.
/// Call: collective. Throws, on every rank: input_error if the file cannot be written.
/// Memory: 8 bytes for each vertex in a column; a few MiB on the first rank.
void write_table(rank_team& team, const csr_graph& graph, const std::string& path,
                 const result_table& table);

}  // namespace orujo::cli
