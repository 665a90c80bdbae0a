// Chooses the reader of a file, and the columns that are read.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/point_files.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/nearest_name.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_tables.hpp"
#include "orujo/frameworks/map_reduce/open_table.hpp"
#include "orujo/graph/io/mapped_file.hpp"

namespace orujo {

namespace points {

file_kind kind_of(const std::string& path) {
  const io::mapped_file file(path);
  if (file.bytes().starts_with("\x93NUMPY")) { return file_kind::npy; }
  return table_format_of(file.bytes()) ? file_kind::table : file_kind::text;
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

point_precision precision_of(const std::string& path, const std::vector<std::string>& columns) {
  switch (points::kind_of(path)) {
    case points::file_kind::npy: return points::precision_of_npy(path, columns);
    case points::file_kind::table: return points::precision_of_table(path, columns);
    case points::file_kind::text: break;
  }
  return point_precision::full;
}

template <typename T>
point_blocks<T> read_points(rank_team& team, const std::string& path,
                            const std::vector<std::string>& columns) {
  switch (run_agreed(team, [&] { return points::kind_of(path); })) {
    case points::file_kind::npy: return points::read_npy<T>(team, path, columns);
    case points::file_kind::table: return points::read_table<T>(team, path, columns);
    case points::file_kind::text: break;
  }
  return points::read_text<T>(team, path, columns);
}

template point_blocks<float> read_points(rank_team&, const std::string&,
                                         const std::vector<std::string>&);
template point_blocks<double> read_points(rank_team&, const std::string&,
                                          const std::vector<std::string>&);

}  // namespace orujo
