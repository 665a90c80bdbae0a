// Finds the columns that a job reads, and shares out the pieces of all tables.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/table_rows.hpp"

#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"
#include "orujo/base/printable_text.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo {

namespace {

using columnar::table_column;
using columnar::value_kind;

[[nodiscard]] std::string_view name_of(cell_type type) {
  switch (type) {
    case cell_type::whole: return "whole numbers";
    case cell_type::real: return "numbers";
    case cell_type::text: break;
  }
  return "texts";
}

[[nodiscard]] bool holds(const table_column& column, cell_type type) {
  const bool is_whole =
      column.kind == value_kind::signed_number || column.kind == value_kind::unsigned_number;
  switch (type) {
    case cell_type::whole: return is_whole;
    case cell_type::real: return is_whole || column.kind == value_kind::real_number;
    case cell_type::text: break;
  }
  return column.kind == value_kind::text;
}

std::size_t place_of(const open_table& table, const table_column_use& wanted) {
  const auto& columns = table.facts().columns;
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const table_column& each) {
    return each.name == wanted.name;
  });
  if (found == columns.end()) {
    std::vector<std::string_view> names;
    for (const table_column& each : columns) { names.push_back(each.name); }
    table.fail(fmt::format("has no column {} among its {}{}", io::quoted(wanted.name),
                           columns.size(), suggestion(wanted.name, names)));
  }
  if (!holds(*found, wanted.type)) {
    table.fail(fmt::format("its column {} is of type {}, not of {}", io::quoted(found->name),
                           printable(found->type), name_of(wanted.type)));
  }
  return static_cast<std::size_t>(found - columns.begin());
}

}  // namespace

table_rows::table_rows(rank_team& team, const std::vector<std::string>& paths,
                       std::vector<table_column_use> columns)
    : columns_(std::move(columns)) {
  std::size_t pieces = 0;
  run_agreed(team, [&] {
    for (const std::string& path : paths) {
      source next{std::make_unique<const open_table>(path), {}, {}, pieces};
      for (const table_column_use& each : columns_) {
        next.columns.push_back(place_of(*next.table, each));
        next.kinds.push_back(next.table->facts().columns[next.columns.back()].kind);
      }
      pieces += next.table->facts().pieces;
      sources_.push_back(std::move(next));
    }
  });
  const index_range share = even_share(pieces, index_of(team.rank()), team.size());
  first_ = share.first;
  count_ = share.last - share.first;
  pieces_ = std::make_unique<shared_loop>(count_, 1);
}

double table_rows::progress() const noexcept {
  if (count_ == 0) { return 1; }
  return static_cast<double>(done_.load(std::memory_order_relaxed)) / static_cast<double>(count_);
}

std::int64_t table_row::whole(std::size_t column) const {
  const auto value = static_cast<std::int64_t>(values(column, cell_type::whole).whole[row_]);
  if (value < 0 && at_.kinds[column] == value_kind::unsigned_number) {
    fail(column, fmt::format("holds {}, which is 2^63 or more", static_cast<std::uint64_t>(value)));
  }
  return value;
}

double table_row::real(std::size_t column) const {
  const columnar::column_values& from = values(column, cell_type::real);
  switch (at_.kinds[column]) {
    case value_kind::signed_number:
      return static_cast<double>(static_cast<std::int64_t>(from.whole[row_]));
    case value_kind::unsigned_number: return static_cast<double>(from.whole[row_]);
    default: return from.real[row_];
  }
}

const columnar::column_values& table_row::values(std::size_t column, cell_type type) const {
  const bool is_real = type == cell_type::real && at_.columns[column].type != cell_type::text;
  if (at_.columns[column].type != type && !is_real) {
    throw usage_error(fmt::format("column {} is read as {}, not as {}",
                                  io::quoted(at_.columns[column].name),
                                  name_of(at_.columns[column].type), name_of(type)));
  }
  if (!has(column)) { fail(column, "has no value"); }
  return at_.block.columns[column];
}

void table_row::fail(std::size_t column, std::string_view problem) const {
  at_.table.fail(fmt::format("{}: column {} {}", at_.table.row_name(at_.piece, at_.before + row_),
                             io::quoted(at_.columns[column].name), problem));
}

}  // namespace orujo
