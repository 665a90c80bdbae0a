// Rows of points and of clusters, written by the first rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/cluster_files.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/tables/vertex_table.hpp"

namespace orujo {

namespace {

using tables::column_kind;
using tables::table_cell;
using tables::vertex_table;

constexpr std::size_t rows_at_once = std::size_t{1} << 20U;

void add_points(vertex_table& table, std::uint64_t first, std::span<const std::uint32_t> clusters) {
  std::vector<table_cell> cells;
  cells.reserve(2 * clusters.size());
  for (const std::uint32_t each : clusters) { cells.insert(cells.end(), {first++, each}); }
  table.add(cells);
}

}  // namespace

void write_assignments(rank_team& team, const kmeans_result& result, const std::string& path) {
  const auto counts = all_gather(team, std::uint64_t{result.assignments.size()});
  const std::uint64_t total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const bool first = team.rank() == rank_id{0};
  std::optional<vertex_table> table;
  run_agreed(team, [&] {
    if (!first) { return; }
    table.emplace(path, tables::table_layout{.key = "point",
                                             .columns = {{"cluster", column_kind::integer}},
                                             .num_rows = total,
                                             .largest_id = total});
  });
  std::uint64_t written = 0;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    const bool mine = index_of(team.rank()) == static_cast<int>(rank);
    for (std::size_t begin = 0; begin < counts[rank]; begin += rows_at_once) {
      const std::size_t size = std::min<std::size_t>(rows_at_once, counts[rank] - begin);
      const std::span<const std::uint32_t> all(result.assignments);
      const auto parts = gather(team, mine ? all.subspan(begin, size) : all.first(0));
      run_agreed(team, [&] {
        if (first) { add_points(*table, written, parts[rank]); }
      });
      written += size;
    }
  }
  run_agreed(team, [&] {
    if (first) { table->commit(); }
  });
}

void write_centres(rank_team& team, const kmeans_result& result, const std::string& path) {
  run_agreed(team, [&] {
    if (team.rank() != rank_id{0}) { return; }
    const std::size_t clusters = result.sizes.size();
    const std::size_t dimensions = result.centres.size() / clusters;
    tables::table_layout layout{.key = "cluster",
                                .columns = {{"points", column_kind::integer}},
                                .num_rows = clusters,
                                .largest_id = clusters};
    for (std::size_t j = 0; j < dimensions; ++j) {
      layout.columns.push_back({fmt::format("x{}", j + 1), column_kind::real});
    }
    vertex_table table(path, layout);
    std::vector<table_cell> cells;
    for (std::size_t k = 0; k < clusters; ++k) {
      cells.insert(cells.end(), {k, result.sizes[k]});
      for (std::size_t j = 0; j < dimensions; ++j) {
        cells.push_back(bits_of(result.centres[k * dimensions + j]));
      }
    }
    table.add(cells);
    table.commit();
  });
}

}  // namespace orujo
