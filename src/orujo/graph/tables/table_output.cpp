// Brings rows to the first rank, block by block, rank after rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/tables/table_output.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/tables/vertex_table.hpp"

namespace orujo {

namespace {

using tables::column_kind;
using tables::table_cell;
using tables::table_column;
using tables::table_layout;
using tables::vertex_table;

constexpr std::uint64_t rows_at_once = std::uint64_t{1} << 18U;

table_column heading_of(const result_column& column) {
  if (column.are_vertices) { return {column.name, column_kind::vertex}; }
  table_column heading{column.name, column.is_real() ? column_kind::real : column_kind::integer};
  for (const special_value& each : column.special) {
    if (each.is_none && each.written) { heading.none = each.written; }
  }
  return heading;
}

std::size_t length_of(const result_column& column) {
  return std::visit([](const auto& all) { return all.size(); }, column.values);
}

/// Throws usage_error where a column has more or fewer values than there are rows.
void check_lengths(const result_table& table, std::uint64_t rows) {
  for (const result_column& each : table.columns) {
    require(length_of(each) == rows,
            fmt::format("the column {} has {} values, and this rank has {} rows to write",
                        each.name, length_of(each), rows));
    const bool of_ids = std::holds_alternative<std::span<const vertex_id>>(each.values);
    require(of_ids || !each.are_vertices,
            fmt::format("the column {} holds vertices, but not as 64-bit numbers", each.name));
  }
}

/// This rank's rows of a table, and what the input calls the vertices in them.
class answer_rows {
public:
  /// Call: collective.
  answer_rows(rank_team& team, const csr_graph& graph, const result_table& table);

  [[nodiscard]] std::uint64_t count() const {
    return table_.keys ? table_.keys->size() : graph_.num_local();
  }
  [[nodiscard]] bool are_named() const noexcept { return names_.has_value(); }
  [[nodiscard]] const std::vector<table_column>& columns() const noexcept { return columns_; }

  /// The cells of rows first … last-1, one row after the other.
  [[nodiscard]] std::vector<table_cell> cells(std::uint64_t first, std::uint64_t last) const;

  /// The names of the vertices in `cells`, likewise, as a letter.
  [[nodiscard]] std::vector<std::byte> names_in(const std::vector<table_cell>& cells) const;

private:
  [[nodiscard]] vertex_id key(std::uint64_t row) const {
    return table_.keys ? (*table_.keys)[row] : graph_.global(static_cast<local_vertex>(row));
  }
  [[nodiscard]] table_cell cell(std::size_t column, std::uint64_t row) const;

  const csr_graph& graph_;
  const result_table& table_;
  std::vector<table_column> columns_;
  std::vector<std::vector<std::uint64_t>> ids_;  // for each column; of others than vertices empty
  std::optional<name_lookup> names_;             // where vertices have names
};

answer_rows::answer_rows(rank_team& team, const csr_graph& graph, const result_table& table)
    : graph_(graph), table_(table) {
  run_agreed(team, [&] { check_lengths(table, count()); });
  std::vector<vertex_id> named;
  for (const result_column& column : table.columns) {
    columns_.push_back(heading_of(column));
    ids_.emplace_back();
    if (!column.are_vertices) { continue; }
    ids_.back() = input_ids_of(team, graph, std::get<std::span<const vertex_id>>(column.values));
    if (!graph.ids().is_named()) { continue; }
    named.insert(named.end(), ids_.back().begin(), ids_.back().end());
  }
  if (graph.ids().is_named()) { names_.emplace(team, graph, named); }
}

table_cell answer_rows::cell(std::size_t column, std::uint64_t row) const {
  const result_column& all = table_.columns[column];
  if (all.are_vertices) { return ids_[column][row]; }
  if (all.of_source && all.of_source->vertex == key(row)) { return all.of_source->written; }
  const value_bits stored = all[row];
  for (const special_value& each : all.special) {
    if (each.stored == stored) { return each.written.value_or(stored); }
  }
  return stored;
}

std::vector<table_cell> answer_rows::cells(std::uint64_t first, std::uint64_t last) const {
  std::vector<table_cell> rows;
  rows.reserve((last - first) * (columns_.size() + 1));
  for (std::uint64_t i = first; i < last; ++i) {
    rows.push_back(graph_.ids().input_id(key(i)));
    for (std::size_t c = 0; c < columns_.size(); ++c) { rows.push_back(cell(c, i)); }
  }
  return rows;
}

std::vector<std::byte> answer_rows::names_in(const std::vector<table_cell>& cells) const {
  vertex_names names;
  const std::size_t width = columns_.size() + 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t column = i % width;
    const bool vertex = column == 0 || columns_[column - 1].kind == column_kind::vertex;
    if (vertex) { names.add((*names_)[cells[i]]); }
  }
  return names.packed(0, names.size());
}

/// Moves `rows` of rank `from` to the first rank; returns them there.
template <typename T>
std::vector<T> bring(rank_team& team, rank_id from, std::vector<T> rows) {
  if (from == rank_id{0}) { return rows; }
  std::vector<std::vector<T>> outgoing(static_cast<std::size_t>(team.size()));
  outgoing[0] = std::move(rows);
  auto arrived = all_to_all_v(team, outgoing);
  return std::move(arrived[static_cast<std::size_t>(index_of(from))]);
}

}  // namespace

void check_table_name(std::string_view path) { tables::check_suffix(path); }

void write_table(rank_team& team, const csr_graph& graph, const std::string& path,
                 const result_table& table) {
  const answer_rows rows(team, graph, table);
  const bool named = rows.are_named();
  const bool first = team.rank() == rank_id{0};
  const std::uint64_t longest = named ? longest_name(team, graph) : 0;
  const std::uint64_t largest = named ? 0 : largest_id(team, graph);
  const std::vector<std::uint64_t> counts = all_gather(team, rows.count());
  std::optional<vertex_table> file;
  run_agreed(team, [&] {
    if (!first) { return; }
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    file.emplace(path, table_layout{table.key, rows.columns(), all, longest, largest});
  });
  for (int r = 0; r < team.size(); ++r) {
    const bool mine = team.rank() == rank_id{r};
    const std::uint64_t count = counts[static_cast<std::size_t>(r)];
    for (std::uint64_t begin = 0; begin < count; begin += rows_at_once) {
      std::vector<table_cell> cells;
      std::vector<std::byte> letter;
      if (mine) { cells = rows.cells(begin, std::min(count, begin + rows_at_once)); }
      if (mine && named) { letter = rows.names_in(cells); }
      cells = bring(team, rank_id{r}, std::move(cells));
      if (named) { letter = bring(team, rank_id{r}, std::move(letter)); }
      run_agreed(team, [&] {
        if (!first) { return; }
        vertex_names names;
        if (named) { names.add_packed(letter); }
        file->add(cells, names);
      });
    }
  }
  run_agreed(team, [&] {
    if (first) { file->commit(); }
  });
}

}  // namespace orujo
