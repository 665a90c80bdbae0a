// Points in the columns of a Parquet or Arrow file.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "orujo/base/printable_text.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_pieces.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_tables.hpp"
#include "orujo/frameworks/map_reduce/open_table.hpp"
#include "orujo/graph/agreed_loop.hpp"

namespace orujo::points {

namespace {

using columnar::column_values;
using columnar::value_kind;

/// The columns that are read, by their numbers. Throws: input_error.
std::vector<std::size_t> columns_in(const open_table& table,
                                    const std::vector<std::string>& chosen) {
  std::vector<std::string> names;
  for (const auto& each : table.facts().columns) { names.push_back(each.name); }
  if (names.empty()) { table.fail("has no columns, and so no points"); }
  const std::vector<std::size_t> found = chosen_columns(table.path(), names, chosen);
  for (const std::size_t column : found) {
    const auto& each = table.facts().columns[column];
    if (each.kind == value_kind::text || each.kind == value_kind::other) {
      table.fail(
          fmt::format("its column '{}' is of type {}, not of numbers; name those to read "
                      "with --columns",
                      printable(each.name), each.type));
    }
  }
  return found;
}

/// Reads the points of pieces.
template <typename T>
class piece_reader {
public:
  piece_reader(const open_table& table, const std::vector<std::size_t>& columns)
      : table_(table), columns_(columns) {}

  /// Throws: input_error.
  [[nodiscard]] huge_array<T> read(std::size_t piece) const {
    std::vector<T> values;
    table_.read(piece, columns_, [&](const columnar::table_block& block, std::uint64_t before) {
      for (std::size_t i = 0; i < block.rows; ++i) {
        for (std::size_t c = 0; c < columns_.size(); ++c) {
          const double value = number_in(block.columns[c], columns_[c], i);
          const bool is_missing = block.columns[c].first_missing == i;
          if (is_missing || !std::isfinite(static_cast<T>(value))) {
            refuse(columns_[c], table_.row_name(piece, before + i),
                   is_missing ? "missing" : "not finite");
          }
          values.push_back(static_cast<T>(value));
        }
      }
    });
    return piece_of<T>(values);
  }

private:
  [[nodiscard]] double number_in(const column_values& values, std::size_t column,
                                 std::size_t row) const {
    switch (table_.facts().columns[column].kind) {
      case value_kind::real_number: return values.real[row];
      case value_kind::signed_number:
        return static_cast<double>(static_cast<std::int64_t>(values.whole[row]));
      default: return static_cast<double>(values.whole[row]);
    }
  }

  [[noreturn]] void refuse(std::size_t column, std::string_view row,
                           std::string_view problem) const {
    table_.fail(fmt::format("{}: its column '{}' holds a value that is {}; leave out such points",
                            row, printable(table_.facts().columns[column].name), problem));
  }

  const open_table& table_;
  const std::vector<std::size_t>& columns_;
};

}  // namespace

point_precision precision_of_table(const std::string& path,
                                   const std::vector<std::string>& columns) {
  const open_table table(path);
  const std::vector<std::size_t> chosen = columns_in(table, columns);
  const bool all_single = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t column) {
    return table.facts().columns[column].type == "float";
  });
  return all_single ? point_precision::single : point_precision::full;
}

template <typename T>
point_blocks<T> read_table(rank_team& team, const std::string& path,
                           const std::vector<std::string>& columns) {
  std::unique_ptr<const open_table> table;
  const auto chosen = run_agreed(team, [&] {
    table = std::make_unique<const open_table>(path);
    return columns_in(*table, columns);
  });
  const auto ranks = static_cast<std::uint64_t>(team.size());
  require_room_for_points(team, table->facts().rows.value_or(0) / ranks * chosen.size() * sizeof(T),
                          path);
  const index_range share = even_share(table->facts().pieces, index_of(team.rank()), team.size());
  point_pieces<T> rows{.dimensions = chosen.size()};
  rows.pieces.resize(share.last - share.first);
  const piece_reader<T> reader(*table, chosen);
  agreed_for(team, {rows.pieces.size()}, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) { rows.pieces[i] = reader.read(share.first + i); }
  });
  return shared_out(team, std::move(rows), path);
}

template point_blocks<float> read_table(rank_team&, const std::string&,
                                        const std::vector<std::string>&);
template point_blocks<double> read_table(rank_team&, const std::string&,
                                         const std::vector<std::string>&);

}  // namespace orujo::points
