// One function for each text format: it reads the beginning and says how to read the rest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/graph/io/fields.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/graph/io/text_input.hpp"

namespace orujo::io {

/// All throw malformed_text (with a place in `file.text()`) or input_error. Names of vertices are
/// numbered in `names`, or in a table of its own.
[[nodiscard]] text_plan plan_edge_list(const std::shared_ptr<const graph_file>& file,
                                       const open_options& options,
                                       std::shared_ptr<name_table> names = nullptr);
[[nodiscard]] text_plan plan_matrix_market(const graph_file& file, const open_options& options);
/// Both kinds of .gr, headerless `a u v w`, and .col.
[[nodiscard]] text_plan plan_dimacs(const graph_file& file, const open_options& options);
[[nodiscard]] text_plan plan_metis(const graph_file& file, const open_options& options);

/// Adds to a plan what is the same for all formats.
void complete_plan(text_plan& plan, const graph_file& file, const open_options& options);

/// Whether `rest` has as many numbers as `header_line`, taken for a METIS header, calls for.
[[nodiscard]] bool fits_metis(std::string_view header_line, std::string_view rest);

/// What is done with a column of weights that are `found`.
[[nodiscard]] weight_column column_for(weight_kind found, weight_use use) noexcept;

/// What facts say of it.
[[nodiscard]] weight_kind kind_of(weight_column column) noexcept;

/// "integer weights", "real weights", "weights left out" or "no weights".
[[nodiscard]] std::string_view describe(weight_column column) noexcept;

}  // namespace orujo::io
