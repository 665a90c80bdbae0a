// Rows of a table as a Parquet file, made by the plug-in for tables in columns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/columnar/table_plugin.hpp"
#include "orujo/graph/tables/vertex_table.hpp"
#include "orujo/graph/vertex_names.hpp"

namespace orujo::tables {

/// Throws input_error, with the remedy, if the plug-in that writes the Parquet file `path` is
/// missing.
void check_parquet_writing(std::string_view path);

/// Turns rows into columns.
class parquet_rows {
public:
  /// `take` gets the bytes of the file in turn. Throws: input_error; what `take` throws.
  parquet_rows(const std::string& path, const table_layout& layout, columnar::byte_taker take);

  /// As vertex_table::add().
  void add(std::span<const table_cell> rows, const vertex_names& names);

  /// Gives `take` all that is left.
  void finish();

private:
  struct kept_column {
    column_kind kind;
    std::optional<table_cell> none;  ///< Stands for no value.
    bool has_names;
  };

  std::vector<kept_column> columns_;
  std::unique_ptr<columnar::table_sink> sink_;
};

}  // namespace orujo::tables
