// Draws heat maps: one rectangle for each stretch of one colour.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "orujo/base/row_groups.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/report/svg.hpp"

namespace orujo {

namespace {

constexpr std::size_t most_column_names = 16;
constexpr int colours = 24;
constexpr double map_left = 60;
constexpr double map_top = 30;
constexpr double map_width = 820;

/// From nearly white to dark blue.
std::string colour_of(int level) {
  const double x = static_cast<double>(level) / colours;
  const auto mix = [&](double light, double middle, double dark) {
    const double value =
        x < 0.5 ? light + 2 * x * (middle - light) : middle + (2 * x - 1) * (dark - middle);
    return static_cast<int>(std::lround(value));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(245, 78, 8), mix(248, 152, 38), mix(252, 202, 90));
}

std::size_t columns_of(const heat_map& map) {
  std::size_t columns = 1;
  for (const auto& row : map.rows) { columns = std::max(columns, row.size()); }
  return columns;
}

/// With few rows, each the mean of some neighbours.
heat_map with_few_rows(const heat_map& map) {
  if (map.rows.size() <= most_shown_rows) { return map; }
  heat_map few{map.title, map.unit, map.seconds_per_column, {}, {}, map.column_names};
  for (const row_group& group : groups_of(map.rows.size())) {
    std::vector<double> mean(columns_of(map));
    for (std::size_t i = group.first; i < group.end; ++i) {
      for (std::size_t c = 0; c < map.rows[i].size(); ++c) {
        mean[c] += map.rows[i][c] / static_cast<double>(group.size());
      }
    }
    few.row_names.push_back(name_of_group(map.row_names[group.first], group));
    few.rows.push_back(std::move(mean));
  }
  return few;
}

double largest_in(const heat_map& map) {
  double largest = 0;
  for (const auto& row : map.rows) {
    for (const double value : row) { largest = std::max(largest, value); }
  }
  return largest;
}

/// One row as stretches of equal colour; `first` is where its first value is drawn.
std::string row_of(const std::vector<double>& row, double largest, const svg_box& first) {
  const auto level_at = [&](std::size_t c) {
    return largest > 0 ? static_cast<int>(std::ceil(row[c] / largest * colours)) : 0;
  };
  std::string text;
  for (std::size_t begin = 0; begin < row.size();) {
    std::size_t end = begin + 1;
    while (end < row.size() && level_at(end) == level_at(begin)) { ++end; }
    text += svg_rectangle({first.x + static_cast<double>(begin) * first.width, first.y,
                           static_cast<double>(end - begin) * first.width, first.height},
                          colour_of(level_at(begin)));
    begin = end;
  }
  return text;
}

std::string time_labels(const heat_map& map, double y) {
  const double seconds = static_cast<double>(columns_of(map)) * map.seconds_per_column;
  std::string text;
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    text += svg_label(map_left + part * map_width, y, "middle", duration_text(part * seconds));
  }
  return text;
}

/// Some of the names, each below the middle of its column.
std::string name_labels(const heat_map& map, double y) {
  const std::size_t every = (map.column_names.size() + most_column_names - 1) / most_column_names;
  const double width = map_width / static_cast<double>(columns_of(map));
  std::string text;
  for (std::size_t c = 0; c < map.column_names.size(); c += every) {
    text += svg_label(map_left + (static_cast<double>(c) + 0.5) * width, y, "middle",
                      map.column_names[c]);
  }
  return text;
}

std::string legend(double y, const std::string& unit, double largest) {
  std::string text = svg_label(map_left, y + 10, "end", "0 ");
  for (int i = 0; i <= colours; ++i) {
    text += svg_rectangle({map_left + 4 * i, y, 4, 12}, colour_of(i));
  }
  return text + svg_label(map_left + 4 * (colours + 1) + 6, y + 10, "start",
                          number_text(largest, 3) + " " + unit);
}

}  // namespace

std::string svg_of(const heat_map& whole) {
  const heat_map map = with_few_rows(whole);
  const auto rows = static_cast<double>(std::max<std::size_t>(1, map.rows.size()));
  const double row_height = std::clamp(240 / rows, 9.0, 24.0);
  const double bottom = map_top + rows * row_height;
  const double largest = largest_in(map);
  std::string text = svg_begin({map_left + map_width + 30, bottom + 50}, map.title);
  text += svg_label(map_left, map_top - 12, "start", map.title);
  for (std::size_t i = 0; i < map.rows.size(); ++i) {
    const double y = map_top + static_cast<double>(i) * row_height;
    text += svg_label(map_left - 6, y + row_height / 2 + 4, "end", map.row_names[i]);
    text += row_of(map.rows[i], largest,
                   {map_left, y, map_width / static_cast<double>(columns_of(map)),
                    row_height - (row_height > 12 ? 1 : 0)});
  }
  text += map.column_names.empty() ? time_labels(map, bottom + 14) : name_labels(map, bottom + 14);
  return text + legend(bottom + 26, map.unit, largest) + "</svg>\n";
}

}  // namespace orujo
