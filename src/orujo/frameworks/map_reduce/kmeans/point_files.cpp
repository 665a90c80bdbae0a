// Chooses the reader of a file, and gives each rank equally many rows.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/point_files.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/nearest_name.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_tables.hpp"
#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo {

namespace points {

file_kind kind_of(const std::string& path) {
  const io::mapped_file file(path);
  if (file.bytes().starts_with("\x93NUMPY")) { return file_kind::npy; }
  if (file.bytes().starts_with("PAR1")) { return file_kind::parquet; }
  if (file.bytes().starts_with("ARROW1")) { return file_kind::arrow; }
  return file_kind::text;
}

std::vector<std::size_t> chosen_columns(const std::string& path,
                                        const std::vector<std::string>& names,
                                        const std::vector<std::string>& chosen) {
  std::vector<std::size_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  if (chosen.empty()) { return numbers; }
  numbers.clear();
  for (const std::string& each : chosen) {
    const auto named = std::find(names.begin(), names.end(), each);
    std::size_t number = static_cast<std::size_t>(named - names.begin()) + 1;
    if (named == names.end()) {
      const char* const end = each.data() + each.size();
      const auto [at, problem] = std::from_chars(each.data(), end, number);
      const bool is_number = problem == std::errc() && at == end;
      if (!is_number || number == 0 || number > names.size()) {
        const std::vector<std::string_view> views(names.begin(), names.end());
        throw input_error(path, {},
                          fmt::format("has no column '{}' among its {}{}", each, names.size(),
                                      suggestion(each, views)));
      }
    }
    numbers.push_back(number - 1);
  }
  return numbers;
}

}  // namespace points

namespace {

/// Moves rows so that each rank has equally many.
template <typename T>
point_rows<T> shared_out(rank_team& team, point_rows<T> rows) {
  const std::vector<std::uint64_t> counts = all_gather(team, std::uint64_t{rows.count()});
  const auto own = static_cast<std::size_t>(index_of(team.rank()));
  const std::uint64_t first = std::accumulate(
      counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(own), std::uint64_t{0});
  rows.total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  rows.dimensions = all_max(team, rows.dimensions);
  const auto wanted = block_partition::even(rows.total, team.size());
  rows.first = wanted.first(team.rank());
  if (team.size() == 1) { return rows; }
  std::vector<std::vector<T>> outgoing;
  for (const index_range& share : wanted.shares_of(first, counts[own])) {
    const auto begin = rows.values.begin();
    outgoing.emplace_back(begin + static_cast<std::ptrdiff_t>(share.first * rows.dimensions),
                          begin + static_cast<std::ptrdiff_t>(share.last * rows.dimensions));
  }
  rows.values.clear();
  for (const std::vector<T>& part : all_to_all_v(team, outgoing)) {
    rows.values.insert(rows.values.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace

point_precision precision_of(const std::string& path) {
  switch (points::kind_of(path)) {
    case points::file_kind::npy: return points::precision_of_npy(path);
    case points::file_kind::parquet:
    case points::file_kind::arrow: return points::precision_of_table(path);
    case points::file_kind::text: break;
  }
  return point_precision::full;
}

template <typename T>
point_rows<T> read_points(rank_team& team, const std::string& path,
                          const std::vector<std::string>& columns) {
  const auto kind = run_agreed(team, [&] { return points::kind_of(path); });
  switch (kind) {
    case points::file_kind::npy: return shared_out(team, points::read_npy<T>(team, path, columns));
    case points::file_kind::parquet:
    case points::file_kind::arrow:
      return shared_out(team, points::read_table<T>(team, path, columns));
    case points::file_kind::text: break;
  }
  return shared_out(team, points::read_text<T>(team, path, columns));
}

template point_rows<float> read_points(rank_team&, const std::string&,
                                       const std::vector<std::string>&);
template point_rows<double> read_points(rank_team&, const std::string&,
                                        const std::vector<std::string>&);

}  // namespace orujo
