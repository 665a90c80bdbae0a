// Results by vertex as a file: CSV for people and spreadsheets, NPY for NumPy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/cli/packed_output.hpp"

namespace orujo::cli {

/// What the numbers of a column are.
enum class column_kind {
  integer,  ///< Signed; -1 is often "not reached".
  vertex,   ///< An id of the input; no_vertex is written as -1.
  real,
};

/// A column besides the first, which is a vertex: that of the row, or one end of an edge.
struct table_column {
  std::string name;
  column_kind kind;
};

/// One value of a table: the bits of an std::int64_t, std::uint64_t or double, as the column says.
using table_cell = std::uint64_t;

[[nodiscard]] constexpr table_cell integer_cell(std::int64_t value) noexcept {
  return static_cast<table_cell>(value);
}
[[nodiscard]] constexpr table_cell real_cell(double value) noexcept {
  return std::bit_cast<table_cell>(value);
}

/// Throws usage_error unless `path` ends in .csv, .csv.gz or .npy, the formats that can be written.
void check_table_name(std::string_view path);

/// A file of rows that begin with a vertex, written block by block; it appears under its name in
/// commit().
/// - CSV: a heading, then the rows. Reals are written with the fewest digits that read back equal.
///   Packed if the name ends in .csv.gz.
/// - NPY: a structured array; `numpy.load(path)["depth"]` is a column.
class vertex_table {
public:
  /// `key` is the heading of the first column.
  /// Throws: usage_error for an unknown suffix, input_error if the file cannot be written.
  vertex_table(const std::string& path, std::vector<table_column> columns, std::uint64_t num_rows,
               std::string_view key = "vertex");

  /// Appends whole rows: of each the id of its vertex, then a cell for each column.
  void add(std::span<const table_cell> rows);

  /// Throws: input_error if the disk is full.
  void commit();

private:
  void add_text(std::span<const table_cell> rows);

  std::vector<table_column> columns_;
  bool binary_;
  std::uint64_t cells_left_;
  packed_output file_;
};

}  // namespace orujo::cli
