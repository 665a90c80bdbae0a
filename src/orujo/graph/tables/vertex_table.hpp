// Results by vertex as a file: CSV for people and spreadsheets, NPY for NumPy, Parquet for tables.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/tables/packed_output.hpp"
#include "orujo/graph/tables/result_table.hpp"
#include "orujo/graph/vertex_names.hpp"

namespace orujo::tables {

/// What the numbers of a column are.
enum class column_kind {
  integer,  ///< Signed; -1 is often "not reached".
  vertex,   ///< An id of the input; no_vertex is written as -1.
  real,
};

/// One value of a table: the bits of an std::int64_t, std::uint64_t or double, as the column says.
using table_cell = value_bits;

/// A column besides the first, which is a vertex: that of the row, or one end of an edge.
struct table_column {
  std::string name;
  column_kind kind;
  /// The cell that stands for no value, of a column that has one: Parquet keeps nothing there.
  std::optional<table_cell> none = std::nullopt;
};

/// What a table looks like.
struct table_layout {
  std::string key = "vertex";  ///< Heading of the first column.
  std::vector<table_column> columns;
  std::uint64_t num_rows = 0;
  /// Where vertices have names: the code points of the longest; 0: they have ids.
  std::uint64_t longest_name = 0;
  std::uint64_t largest_id = 0;  ///< Of the vertices, where they have ids.
};

class parquet_rows;

/// Throws usage_error unless `path` ends in .csv, .csv.gz, .npy or .parquet, the formats that can
/// be written, and input_error if what writes it is missing.
void check_suffix(std::string_view path);

/// A file of rows that begin with a vertex, written block by block; it appears under its name in
/// commit().
/// - CSV: a heading, then the rows. Reals are written with the fewest digits that read back equal.
///   Packed if the name ends in .csv.gz.
/// - NPY: a structured array; `numpy.load(path)["depth"]` is a column.
/// - Parquet: as much; no vertex, and what a column calls none, is null.
/// - Names are between quotes in CSV where they have to be, and strings of one length (`<U`) in
///   NPY; no vertex is an empty one.
class vertex_table {
public:
  /// Throws: usage_error for an unknown suffix, input_error if the file cannot be written.
  vertex_table(const std::string& path, table_layout layout);
  vertex_table(const vertex_table&) = delete;
  vertex_table& operator=(const vertex_table&) = delete;
  ~vertex_table();

  /// Appends whole rows: of each the id of its vertex, then a cell for each column. Where vertices
  /// have names, `names` are those of all vertices in these rows, one after the other.
  void add(std::span<const table_cell> rows, const vertex_names& names = {});

  /// Throws: input_error if the disk is full.
  void commit();

private:
  [[nodiscard]] std::size_t width() const noexcept { return layout_.columns.size() + 1; }
  [[nodiscard]] column_kind kind_at(std::size_t column) const noexcept {
    return column == 0 ? column_kind::vertex : layout_.columns[column - 1].kind;
  }
  void add_text(std::span<const table_cell> rows, const vertex_names& names);
  void add_binary(std::span<const table_cell> rows, const vertex_names& names);
  template <typename Add>
  void add_each(std::span<const table_cell> rows, Add add);

  table_layout layout_;
  bool binary_;
  std::uint64_t cells_left_;
  packed_output file_;
  std::unique_ptr<parquet_rows> parquet_;  // nothing in other formats
};

}  // namespace orujo::tables
