// Brings rows to the first rank, block by block, rank after rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/files/vertex_output.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/input_labels.hpp"

namespace orujo::cli {

namespace {

constexpr std::uint64_t rows_at_once = std::uint64_t{1} << 18U;

/// A table of the result, and the input ids of the vertices in it.
struct answer_rows {
  const csr_graph& graph;
  const result_table& table;
  std::vector<std::vector<std::uint64_t>> ids;  // for each column; of others than vertices empty

  [[nodiscard]] vertex_id key(std::uint64_t row) const {
    return table.keys ? (*table.keys)[row] : graph.global(static_cast<local_vertex>(row));
  }
  [[nodiscard]] table_cell cell(std::size_t column, std::uint64_t row) const;
  [[nodiscard]] std::vector<table_cell> cells(std::uint64_t first, std::uint64_t last) const;
};

table_cell answer_rows::cell(std::size_t column, std::uint64_t row) const {
  const result_column& all = table.columns[column];
  if (all.are_vertices) { return ids[column][row]; }
  if (all.of_source && all.of_source->vertex == key(row)) { return all.of_source->written; }
  const value_bits stored = all[row];
  for (const special_value& each : all.special) {
    if (each.stored == stored) { return each.written.value_or(stored); }
  }
  return stored;
}

std::vector<table_cell> answer_rows::cells(std::uint64_t first, std::uint64_t last) const {
  std::vector<table_cell> rows;
  rows.reserve((last - first) * (table.columns.size() + 1));
  for (std::uint64_t i = first; i < last; ++i) {
    rows.push_back(graph.ids().input_id(key(i)));
    for (std::size_t c = 0; c < table.columns.size(); ++c) { rows.push_back(cell(c, i)); }
  }
  return rows;
}

table_column heading_of(const result_column& column) {
  if (column.are_vertices) { return {column.name, column_kind::vertex}; }
  table_column heading{column.name, column.is_real() ? column_kind::real : column_kind::integer};
  for (const special_value& each : column.special) {
    if (each.is_none && each.written) { heading.none = each.written; }
  }
  return heading;
}

/// The names of the vertices in `cells`, row by row, as a letter.
std::vector<std::byte> names_in(const std::vector<table_cell>& cells, const table_rows& rows) {
  vertex_names names;
  const std::size_t width = rows.columns.size() + 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t column = i % width;
    const bool vertex = column == 0 || rows.columns[column - 1].kind == column_kind::vertex;
    if (vertex) { names.add((*rows.names)[cells[i]]); }
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

void write_rows(rank_team& team, const csr_graph& graph, const std::string& path,
                const table_rows& rows) {
  const bool first = team.rank() == rank_id{0};
  const std::uint64_t longest = rows.names != nullptr ? longest_name(team, graph) : 0;
  const std::uint64_t largest = rows.names != nullptr ? 0 : largest_id(team, graph);
  const std::vector<std::uint64_t> counts = all_gather(team, rows.count);
  std::optional<vertex_table> table;
  run_agreed(team, [&] {
    if (!first) { return; }
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    table.emplace(path, table_layout{rows.key, rows.columns, all, longest, largest});
  });
  for (int r = 0; r < team.size(); ++r) {
    const std::uint64_t count = counts[static_cast<std::size_t>(r)];
    for (std::uint64_t begin = 0; begin < count; begin += rows_at_once) {
      const std::uint64_t end = std::min(count, begin + rows_at_once);
      std::vector<table_cell> cells;
      if (team.rank() == rank_id{r}) { cells = rows.cells(begin, end); }
      std::vector<std::byte> letter;
      if (rows.names != nullptr && team.rank() == rank_id{r}) { letter = names_in(cells, rows); }
      cells = bring(team, rank_id{r}, std::move(cells));
      if (rows.names != nullptr) { letter = bring(team, rank_id{r}, std::move(letter)); }
      run_agreed(team, [&] {
        if (!first) { return; }
        vertex_names names;
        if (rows.names != nullptr) { names.add_packed(letter); }
        table->add(cells, names);
      });
    }
  }
  run_agreed(team, [&] {
    if (first) { table->commit(); }
  });
}

void write_table(rank_team& team, const csr_graph& graph, const std::string& path,
                 const result_table& table) {
  answer_rows answer{graph, table, {}};
  table_rows rows{
      .key = table.key,
      .count = table.keys ? table.keys->size() : graph.num_local(),
      .cells = [&](std::uint64_t first, std::uint64_t last) { return answer.cells(first, last); }};
  std::vector<vertex_id> all_ids;
  for (const result_column& column : table.columns) {
    rows.columns.push_back(heading_of(column));
    answer.ids.emplace_back();
    if (!column.are_vertices) { continue; }
    answer.ids.back() =
        input_ids_of(team, graph, std::get<std::span<const vertex_id>>(column.values));
    if (!graph.ids().is_named()) { continue; }
    all_ids.insert(all_ids.end(), answer.ids.back().begin(), answer.ids.back().end());
  }
  std::optional<name_lookup> names;
  if (graph.ids().is_named()) {
    names.emplace(team, graph, all_ids);
    rows.names = &*names;
  }
  write_rows(team, graph, path, rows);
}

}  // namespace orujo::cli
