// Brings rows to the first rank, block by block, rank after rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/vertex_output.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "orujo/epochs/collectives.hpp"

namespace orujo::cli {

namespace {

constexpr std::uint64_t rows_at_once = std::uint64_t{1} << 18U;

std::vector<table_cell> rows_of(const csr_graph& graph, std::uint64_t first, std::uint64_t last,
                                const std::vector<vertex_column>& columns) {
  std::vector<table_cell> rows;
  rows.reserve((last - first) * (columns.size() + 1));
  for (std::uint64_t i = first; i < last; ++i) {
    const auto v = static_cast<local_vertex>(i);
    rows.push_back(graph.ids().input_id(graph.global(v)));
    for (const vertex_column& column : columns) { rows.push_back(column.cell(v)); }
  }
  return rows;
}

/// Moves `rows` of rank `from` to the first rank; returns them there.
std::vector<table_cell> bring(rank_team& team, rank_id from, std::vector<table_cell> rows) {
  if (from == rank_id{0}) { return rows; }
  std::vector<std::vector<table_cell>> outgoing(static_cast<std::size_t>(team.size()));
  outgoing[0] = std::move(rows);
  auto arrived = all_to_all_v(team, outgoing);
  return std::move(arrived[static_cast<std::size_t>(index_of(from))]);
}

/// The input ids of vertices of other ranks.
struct foreign_ids {
  std::vector<vertex_id> vertices;  // ascending, hence grouped by owner
  std::vector<std::uint64_t> ids;

  [[nodiscard]] std::uint64_t of(vertex_id v) const {
    const auto at = std::lower_bound(vertices.begin(), vertices.end(), v) - vertices.begin();
    return ids[static_cast<std::size_t>(at)];
  }
};

foreign_ids ask_owners(rank_team& team, const csr_graph& graph,
                       std::span<const vertex_id> vertices) {
  foreign_ids asked;
  for (const vertex_id v : vertices) {
    if (v != no_vertex && !graph.owns(v)) { asked.vertices.push_back(v); }
  }
  std::sort(asked.vertices.begin(), asked.vertices.end());
  asked.vertices.erase(std::unique(asked.vertices.begin(), asked.vertices.end()),
                       asked.vertices.end());
  std::vector<std::vector<std::uint64_t>> letters(static_cast<std::size_t>(team.size()));
  for (const vertex_id v : asked.vertices) {
    letters[static_cast<std::size_t>(index_of(graph.owner(v)))].push_back(v);
  }
  letters = all_to_all_v(team, letters);
  for (auto& letter : letters) {
    for (std::uint64_t& word : letter) { word = graph.ids().input_id(word); }
  }
  for (const auto& answer : all_to_all_v(team, letters)) {
    asked.ids.insert(asked.ids.end(), answer.begin(), answer.end());
  }
  return asked;
}

}  // namespace

void write_rows(rank_team& team, const std::string& path, const table_rows& rows) {
  const bool first = team.rank() == rank_id{0};
  const std::vector<std::uint64_t> counts = all_gather(team, rows.count);
  std::optional<vertex_table> table;
  run_agreed(team, [&] {
    if (!first) { return; }
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    table.emplace(path, rows.columns, all, rows.key);
  });
  for (int r = 0; r < team.size(); ++r) {
    const std::uint64_t count = counts[static_cast<std::size_t>(r)];
    for (std::uint64_t begin = 0; begin < count; begin += rows_at_once) {
      const std::uint64_t end = std::min(count, begin + rows_at_once);
      std::vector<table_cell> cells;
      if (team.rank() == rank_id{r}) { cells = rows.cells(begin, end); }
      cells = bring(team, rank_id{r}, std::move(cells));
      run_agreed(team, [&] {
        if (first) { table->add(cells); }
      });
    }
  }
  run_agreed(team, [&] {
    if (first) { table->commit(); }
  });
}

void write_vertices(rank_team& team, const csr_graph& graph, const std::string& path,
                    const std::vector<vertex_column>& columns) {
  table_rows rows{.count = graph.num_local(),
                  .cells = [&](std::uint64_t first, std::uint64_t last) {
                    return rows_of(graph, first, last, columns);
                  }};
  for (const vertex_column& column : columns) { rows.columns.push_back(column.column); }
  write_rows(team, path, rows);
}

std::vector<std::uint64_t> input_ids_of(rank_team& team, const csr_graph& graph,
                                        std::span<const vertex_id> vertices) {
  std::vector<std::uint64_t> ids(vertices.begin(), vertices.end());
  if (graph.ids().is_dense()) {
    for (std::uint64_t& id : ids) { id = id == no_vertex ? id : graph.ids().input_id(id); }
    return ids;
  }
  const foreign_ids others = ask_owners(team, graph, vertices);
  for (std::uint64_t& id : ids) {
    if (id != no_vertex) { id = graph.owns(id) ? graph.ids().input_id(id) : others.of(id); }
  }
  return ids;
}

}  // namespace orujo::cli
