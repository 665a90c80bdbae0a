// An edge_input over a table in columns: its pieces are shared out among parts and workers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "orujo/graph/columnar/table_plugin.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo::columnar {

/// A table and what messages call it.
struct named_table {
  std::string path;
  std::string name;                  ///< The path's last part.
  std::shared_ptr<const void> held;  ///< What holds the source's bytes.
  std::unique_ptr<table_source> source;
};

/// Reads edges from `table`: its columns are found by their names, as in the first line of an edge
/// list. Throws: input_error.
[[nodiscard]] std::unique_ptr<edge_input> make_table_input(named_table table, input_part part,
                                                           const open_options& options);

/// Opens `file`, of format parquet or arrow, with the plug-in.
/// Throws: input_error; also if the plug-in is missing.
[[nodiscard]] std::unique_ptr<edge_input> open_table_input(
    std::shared_ptr<const io::graph_file> file, file_format format, input_part part,
    const open_options& options);

}  // namespace orujo::columnar
