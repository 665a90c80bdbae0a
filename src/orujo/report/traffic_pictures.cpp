// Turns maps of traffic into heat maps.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/traffic_pictures.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace orujo {

namespace {

std::string number(std::uint64_t value) { return number_text(static_cast<double>(value)); }

/// "3", or "4 … 7" where several ranks share a row.
std::string ranks_of_row(const traffic_map& map, std::size_t row) {
  const std::size_t first = row * map.ranks_per_row;
  const std::size_t last = std::min(first + map.ranks_per_row, map.ranks) - 1;
  return first == last ? fmt::format("{}", first) : fmt::format("{} … {}", first, last);
}

template <typename Value>
heat_map map_of(const traffic_map& traffic, std::string what, Value value) {
  heat_map map;
  map.title = fmt::format("{} from rank (row) to rank (column)", what);
  map.unit = std::move(what);
  for (std::size_t from = 0; from < traffic.rows.size(); ++from) {
    map.row_names.push_back(ranks_of_row(traffic, from));
    map.column_names.push_back(fmt::format("{}", from * traffic.ranks_per_row));
    std::vector<double>& row = map.rows.emplace_back();
    for (const rank_traffic& each : traffic.rows[from]) {
      row.push_back(static_cast<double>(value(each)));
    }
  }
  return map;
}

}  // namespace

heat_map bytes_of(const traffic_map& map) {
  return map_of(map, "bytes", [](const rank_traffic& each) { return each.bytes; });
}

heat_map parcels_of(const traffic_map& map) {
  return map_of(map, "parcels", [](const rank_traffic& each) { return each.parcels; });
}

std::string sentence_of(const traffic_map& map) {
  const rank_traffic all = map.sum();
  std::size_t from = 0;
  std::size_t to = 0;
  std::uint64_t stayed = 0;
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    stayed += map.rows[row][row].bytes;
    for (std::size_t column = 0; column < map.rows[row].size(); ++column) {
      if (map.rows[row][column].bytes <= map.rows[from][to].bytes) { continue; }
      from = row;
      to = column;
    }
  }
  if (all.bytes == 0) { return "Nothing was sent."; }
  const double share = 100 * static_cast<double>(stayed) / static_cast<double>(all.bytes);
  const bool alone = map.ranks_per_row == 1;
  return fmt::format(
      "{} bytes in {} parcels; the most from {} {} to {} ({} bytes in {}). {:.0f} % of the bytes "
      "stayed in their {}.",
      number(all.bytes), number(all.parcels), alone ? "rank" : "ranks", ranks_of_row(map, from),
      ranks_of_row(map, to), number(map.rows[from][to].bytes), number(map.rows[from][to].parcels),
      share, alone ? "rank" : "row");
}

std::vector<text_table::line> skew_lines(const std::vector<rank_skew>& skews) {
  std::vector<text_table::line> lines{
      {"of each rank", "median", "most", "by rank", "most / median"}};
  for (const rank_skew& each : skews) {
    const double median = static_cast<double>(each.median);
    std::string name = each.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    lines.push_back({std::move(name), number(each.median), number(each.most),
                     number(static_cast<std::uint64_t>(each.rank)),
                     median > 0 ? number_text(static_cast<double>(each.most) / median, 3) : ""});
  }
  return lines;
}

}  // namespace orujo
