// Points in the columns of a Parquet or Arrow file, by the plug-in.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "orujo/base/printable_text.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_tables.hpp"
#include "orujo/graph/columnar/table_plugin.hpp"
#include "orujo/graph/io/mapped_file.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::points {

namespace {

using columnar::column_values;
using columnar::table_facts;
using columnar::value_kind;

/// An open table. Throws: input_error.
class number_table {
public:
  explicit number_table(const std::string& path) : path_(path), file_(path) {
    try {
      const auto format = kind_of(path) == file_kind::parquet ? columnar::table_format::parquet
                                                              : columnar::table_format::arrow;
      source_ = columnar::open_table_plugin().open(
          format, std::as_bytes(std::span(file_.bytes().data(), file_.bytes().size())));
    } catch (const columnar::malformed_table& problem) {
      fail(printable(problem.what()));
    } catch (const plugin_problem& problem) {
      fail(std::string("cannot be read: ") + problem.what());
    }
  }

  [[nodiscard]] const table_facts& facts() const noexcept { return source_->facts(); }

  [[nodiscard]] std::vector<std::size_t> columns(const std::vector<std::string>& chosen) const {
    std::vector<std::string> names;
    for (const auto& each : facts().columns) { names.push_back(each.name); }
    const std::vector<std::size_t> found = chosen_columns(path_, names, chosen);
    for (const std::size_t column : found) {
      const auto& each = facts().columns[column];
      if (each.kind == value_kind::text || each.kind == value_kind::other) {
        fail(
            fmt::format("its column '{}' is of type {}, not of numbers; name those to read with "
                        "--columns",
                        printable(each.name), each.type));
      }
    }
    return found;
  }

  /// Appends the rows of a piece to `values`.
  template <typename T>
  void read(std::size_t piece, const std::vector<std::size_t>& columns,
            std::vector<T>& values) const {
    try {
      const auto rows = source_->open(piece, columns);
      columnar::table_block block;
      while (rows->next(block)) { append(block, columns, values); }
    } catch (const columnar::malformed_table& problem) {
      fail(fmt::format("{} {}: {}", facts().piece_name, piece + 1, printable(problem.what())));
    }
  }

private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw input_error(path_, {}, problem);
  }

  template <typename T>
  void append(const columnar::table_block& block, const std::vector<std::size_t>& columns,
              std::vector<T>& values) const {
    for (std::size_t i = 0; i < block.rows; ++i) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        values.push_back(number_in<T>(block.columns[c], columns[c], i));
      }
    }
  }

  template <typename T>
  [[nodiscard]] T number_in(const column_values& values, std::size_t column,
                            std::size_t row) const {
    const auto& kind = facts().columns[column];
    double value = 0;
    if (kind.kind == value_kind::real_number) {
      value = values.real[row];
    } else if (kind.kind == value_kind::signed_number) {
      value = static_cast<double>(static_cast<std::int64_t>(values.whole[row]));
    } else {
      value = static_cast<double>(values.whole[row]);
    }
    if (values.first_missing == row || !std::isfinite(static_cast<T>(value))) {
      fail(fmt::format("its column '{}' holds a value that is {}; leave out such points",
                       printable(kind.name),
                       values.first_missing == row ? "missing" : "not finite"));
    }
    return static_cast<T>(value);
  }

  std::string path_;
  io::mapped_file file_;
  std::unique_ptr<columnar::table_source> source_;
};

}  // namespace

point_precision precision_of_table(const std::string& path) {
  const number_table table(path);
  const auto& columns = table.facts().columns;
  const bool all_single = std::all_of(columns.begin(), columns.end(),
                                      [](const auto& each) { return each.type == "float"; });
  return all_single ? point_precision::single : point_precision::full;
}

template <typename T>
point_rows<T> read_table(rank_team& team, const std::string& path,
                         const std::vector<std::string>& columns) {
  std::unique_ptr<const number_table> table;
  const auto chosen = run_agreed(team, [&] {
    table = std::make_unique<const number_table>(path);
    return table->columns(columns);
  });
  const index_range share = even_share(table->facts().pieces, index_of(team.rank()), team.size());
  std::vector<std::vector<T>> pieces(share.last - share.first);
  shared_loop left(pieces.size(), 1);
  team.on_workers([&](worker& /*self*/) {
    for (index_range one = left.next(); !one.empty(); one = left.next()) {
      table->read(share.first + one.first, chosen, pieces[one.first]);
    }
  });
  point_rows<T> rows{.dimensions = chosen.size()};
  for (std::vector<T>& each : pieces) {
    rows.values.insert(rows.values.end(), each.begin(), each.end());
    each = {};
  }
  return rows;
}

template point_rows<float> read_table(rank_team&, const std::string&,
                                      const std::vector<std::string>&);
template point_rows<double> read_table(rank_team&, const std::string&,
                                       const std::vector<std::string>&);

}  // namespace orujo::points
