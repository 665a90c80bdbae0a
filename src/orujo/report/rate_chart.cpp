// Draws rates as areas.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/rate_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/row_groups.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/report/svg.hpp"

namespace orujo {

namespace {

constexpr double rates_left = 60;
constexpr double rates_top = 24;
constexpr double rates_width = 820;
constexpr double rates_height = 60;

/// "12 345", "86.2".
std::string rate_text(double rate) {
  return rate >= 100 ? number_text(std::round(rate)) : number_text(rate, 3);
}

/// The same, short enough for the side of a chart: "6.25 M".
std::string short_text(double rate) {
  constexpr std::array<const char*, 5> units = {"", " k", " M", " G", " T"};
  std::size_t unit = 0;
  for (; rate >= 999.5 && unit + 1 < units.size(); ++unit) { rate /= 1000; }
  return fmt::format("{:.3g}{}", rate, units[unit]);
}

/// The corners of a curve of steps, from its first value to its last.
std::string corners_of(const std::vector<double>& values, double largest) {
  const double step = rates_width / static_cast<double>(values.size());
  std::string text;
  double before = -1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double y = rates_top + rates_height * (1 - values[i] / largest);
    const double x = rates_left + static_cast<double>(i) * step;
    if (y == before && i + 1 < values.size()) { continue; }
    if (before >= 0) { text += fmt::format("{:.1f},{:.1f} ", x, before); }
    text += fmt::format("{:.1f},{:.1f} ", x, y);
    before = y;
  }
  return text + fmt::format("{:.1f},{:.1f}", rates_left + rates_width, before);
}

std::string polyline(std::string_view name, const std::string& corners, std::string_view paint) {
  return fmt::format("<{} points=\"{}\" {}/>\n", name, corners, paint);
}

double largest_of(const metric_curve& curve) {
  return curve.most.empty() ? 0 : *std::max_element(curve.most.begin(), curve.most.end());
}

}  // namespace

std::string rate_chart(const metric_curve& curve, double seconds_per_column) {
  const double largest = largest_of(curve);
  if (largest <= 0) { return {}; }
  const double bottom = rates_top + rates_height;
  const double seconds = seconds_per_column * static_cast<double>(curve.mean.size());
  std::string text = svg_begin({rates_left + rates_width + 30, bottom + 20}, curve.name);
  text += svg_label(
      rates_left, rates_top - 8, "start",
      curve.name + (curve.unit == curve.name ? " per second" : " (" + curve.unit + " per second)"));
  text += svg_label(rates_left - 6, rates_top + 8, "end", short_text(largest));
  text += svg_label(rates_left - 6, bottom, "end", "0");
  const std::string area =
      fmt::format("{0:.1f},{2:.1f} {1} {3:.1f},{2:.1f}", rates_left,
                  corners_of(curve.mean, largest), bottom, rates_left + rates_width);
  text += polyline("polygon", area, R"(fill="#4e98ca")");
  text += polyline("polyline", corners_of(curve.most, largest),
                   R"(fill="none" stroke="#a65628" stroke-width="1")");
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    text += svg_label(rates_left + part * rates_width, bottom + 14, "middle",
                      duration_text(part * seconds));
  }
  return text + "</svg>\n";
}

std::string sentence_of(const metric_curve& curve, double seconds_per_column) {
  const auto columns = static_cast<double>(curve.mean.size());
  const double mean = std::accumulate(curve.mean.begin(), curve.mean.end(), 0.0) / columns;
  return fmt::format(
      "{}: {} in {}; {} per second and worker on average, at most {} by the busiest one.",
      curve.name, number_text(static_cast<double>(curve.total)),
      duration_text(columns * seconds_per_column), rate_text(mean), rate_text(largest_of(curve)));
}

heat_map heat_map_of(const metric_map& map, std::string title) {
  heat_map picture{std::move(title), map.unit + "/s", map.seconds_per_column, {}, map.rows};
  for (const row_group& group : groups_of(map.workers)) {
    const std::string first = fmt::format("{} · {}", group.first / map.workers_per_rank,
                                          group.first % map.workers_per_rank);
    picture.row_names.push_back(name_of_group(first, group));
  }
  return picture;
}

std::string sentence_of(const metric_map& map) {
  std::string text =
      fmt::format("{} {} in all", number_text(static_cast<double>(map.total)), map.unit);
  if (map.rows.size() < 2 || map.total == 0) { return text + "."; }
  std::vector<double> sums;
  for (const auto& row : map.rows) { sums.push_back(std::accumulate(row.begin(), row.end(), 0.0)); }
  const auto most = std::max_element(sums.begin(), sums.end());
  const std::size_t first = static_cast<std::size_t>(most - sums.begin()) * map.workers_per_row;
  const double share = *most / std::accumulate(sums.begin(), sums.end(), 0.0);
  return text + fmt::format("; the most by {}worker {} of rank {} ({:.0f} %).",
                            map.workers_per_row > 1 ? "those from " : "",
                            first % map.workers_per_rank, first / map.workers_per_rank,
                            100 * share);
}

}  // namespace orujo
