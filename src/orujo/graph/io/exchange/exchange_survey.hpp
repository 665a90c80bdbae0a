// A look at the beginning of an exchange file: what its vertices are called, whether its edges are
// one-way, and what their weights are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "orujo/graph/io/exchange/exchange_reader.hpp"
#include "orujo/graph/io/exchange/vertex_naming.hpp"
#include "orujo/graph/io/fields.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

/// How the file is read after the survey.
struct exchange_plan {
  vertex_naming naming = vertex_naming::id_numbers;
  weight_column weights = weight_column::absent;
  bool turns_undirected = false;  ///< Undirected edges are given both ways, for others are not.
  bool turns_mutual = false;      ///< Mutual edges are.
  bool refuses_one_way = false;   ///< No edge may be one-way.
  bool takes_any_digits = false;  ///< Ids that are numbers may be written as 07, too.
  std::optional<std::uint64_t> declared_vertices;
  input_facts facts;
};

/// Makes the reader of `format`.
[[nodiscard]] std::unique_ptr<exchange_reader> make_exchange_reader(file_format format,
                                                                    exchange_context context);

/// Reads the first MiB, and on to the end of the first MiB of edges. Throws: input_error.
/// Cost: that part of the file is read twice. Memory: its ids and labels.
[[nodiscard]] exchange_plan survey_exchange(const std::shared_ptr<const graph_file>& file,
                                            file_format format, const open_options& options);

}  // namespace orujo::io
