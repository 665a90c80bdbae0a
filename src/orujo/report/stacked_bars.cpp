// Draws bars that are cut into parts.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/stacked_bars.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "orujo/report/svg.hpp"

namespace orujo {

namespace {

constexpr double stack_left = 60;
constexpr double stack_top = 46;
constexpr double stack_width = 820;

// They differ in lightness, for any sight of colours.
constexpr std::array<const char*, 8> part_colours = {"#08519c", "#4a90c2", "#f0a35e", "#a65628",
                                                     "#dde3ea", "#4a9d5b", "#7a6bb5", "#555555"};

double sum_of(const std::vector<double>& parts) {
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

const char* colour_of(std::size_t part) { return part_colours[part % part_colours.size()]; }

/// Names and shares of the parts that are seen, in as many lines as they need.
struct stack_legend {
  std::string svg;
  double bottom = stack_top;  ///< Where bars may begin.
};

stack_legend legend_of(const stacked_bars& bars) {
  constexpr double line_height = 18;
  stack_legend legend;
  double x = stack_left;
  double y = stack_top - 22;
  for (std::size_t i = 0; i < bars.parts.size(); ++i) {
    if (!bars.is_seen(i)) { continue; }
    const std::string name = fmt::format("{} {:.0f} %", bars.parts[i], 100 * bars.share(i));
    const double width = 36 + 6.2 * static_cast<double>(name.size());
    if (x > stack_left && x + width > stack_left + stack_width) {
      x = stack_left;
      y += line_height;
    }
    legend.svg += svg_rectangle({x, y, 12, 12}, colour_of(i));
    legend.svg += svg_label(x + 16, y + 10, "start", name);
    x += width;
  }
  legend.bottom = y + 22;
  return legend;
}

std::string row_svg(const stacked_row& row, double top, double height) {
  std::string text = svg_label(stack_left - 6, top + height / 2 + 4, "end", row.name);
  const double sum = sum_of(row.parts);
  double x = stack_left;
  for (std::size_t i = 0; i < row.parts.size(); ++i) {
    const double width = sum > 0 ? stack_width * row.parts[i] / sum : 0;
    if (width > 0) {
      text += svg_rectangle({x, top, width, height - (height > 12 ? 1 : 0)}, colour_of(i));
    }
    x += width;
  }
  return text;
}

}  // namespace

double stacked_bars::share(std::size_t part) const {
  double all = 0;
  double its = 0;
  for (const stacked_row& row : rows) {
    all += sum_of(row.parts);
    its += row.parts[part];
  }
  return all > 0 ? its / all : 0;
}

std::string svg_of(const stacked_bars& bars) {
  const bool is_empty =
      std::ranges::all_of(bars.rows, [](const stacked_row& row) { return sum_of(row.parts) <= 0; });
  if (is_empty) { return {}; }
  const auto rows = static_cast<double>(bars.rows.size());
  const double height = std::clamp(240 / rows, 9.0, 24.0);
  const stack_legend legend = legend_of(bars);
  const double bottom = legend.bottom + rows * height;
  std::string text = svg_begin({stack_left + stack_width + 30, bottom + 24}, bars.title);
  text += svg_label(stack_left, 14, "start", bars.title) + legend.svg;
  for (std::size_t i = 0; i < bars.rows.size(); ++i) {
    text += row_svg(bars.rows[i], legend.bottom + static_cast<double>(i) * height, height);
  }
  for (const int part : {0, 25, 50, 75, 100}) {
    text += svg_label(stack_left + stack_width * part / 100, bottom + 14, "middle",
                      fmt::format("{} %", part));
  }
  return text + "</svg>\n";
}

std::string sentence_of(const stacked_bars& bars) {
  std::string text;
  for (std::size_t i = 0; i < bars.parts.size(); ++i) {
    if (!bars.is_seen(i)) { continue; }
    text += fmt::format("{}{} ({:.0f} %)", text.empty() ? "" : ", ", bars.parts[i],
                        100 * bars.share(i));
  }
  return text;
}

}  // namespace orujo
