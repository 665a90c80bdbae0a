// Draws lines.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/line_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "orujo/base/text_table.hpp"
#include "orujo/report/svg.hpp"

namespace orujo {

namespace {

constexpr svg_size chart_size{440, 280};
constexpr svg_box plot{64, 34, 350, 196};
// They differ in lightness as well, for any sight of colours.
constexpr std::array<const char*, 6> line_colours = {"#08519c", "#e6842a", "#4a9d5b",
                                                     "#9c2b2e", "#7a6bb5", "#555555"};

/// Of one axis, in decimal logarithms.
struct log_range {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  void add(double value) {
    least = std::min(least, std::log10(value));
    most = std::max(most, std::log10(value));
  }
  /// At least half a decade, so that a line that stays level looks level.
  void widen() {
    const double missing = std::max(0.0, 0.5 - (most - least));
    least -= missing / 2;
    most += missing / 2;
  }
  [[nodiscard]] double share(double value) const {
    return (std::log10(value) - least) / (most - least);
  }
};

struct chart_frame {
  log_range x;
  log_range y;

  [[nodiscard]] double left(double value) const { return plot.x + x.share(value) * plot.width; }
  [[nodiscard]] double top(double value) const {
    return plot.y + (1 - y.share(value)) * plot.height;
  }
};

bool is_shown(const chart_point& point) { return point.x > 0 && point.y > 0; }

/// A faint line across the plot.
std::string grid_line(double y) { return svg_rectangle({plot.x, y, plot.width, 0.7}, "#e3e8ee"); }

/// A short number for an axis: "20k", "3M", "0.01".
std::string tick_text(double value) {
  constexpr std::array<const char*, 5> suffixes = {"", "k", "M", "G", "T"};
  std::size_t thousands = 0;
  while (value >= 1000 && thousands + 1 < suffixes.size()) {
    value /= 1000;
    ++thousands;
  }
  return fmt::format("{:g}{}", value, suffixes[thousands]);
}

std::string horizontal_ticks(const chart_frame& frame) {
  std::string text;
  const double decades = frame.y.most - frame.y.least;
  const int step = std::max(1, static_cast<int>(decades / 6) + 1);
  const bool with_halves = decades < 2;
  for (int power = static_cast<int>(std::floor(frame.y.least));
       power <= static_cast<int>(std::ceil(frame.y.most)); power += step) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      if (digit > 1 && !with_halves) { continue; }
      const double value = digit * std::pow(10.0, power);
      if (frame.y.share(value) < 0 || frame.y.share(value) > 1) { continue; }
      const double y = frame.top(value);
      text += grid_line(y);
      text += svg_label(plot.x - 6, y + 4, "end", tick_text(value));
    }
  }
  return text;
}

std::string vertical_ticks(const line_chart& chart, const chart_frame& frame) {
  std::set<double> values;
  for (const chart_line& line : chart.lines) {
    for (const chart_point& point : line.points) {
      if (is_shown(point)) { values.insert(point.x); }
    }
  }
  std::string text;
  double last = -100;
  for (const double value : values) {
    if (frame.left(value) < last + 30) { continue; }
    last = frame.left(value);
    text += svg_label(last, plot.y + plot.height + 16, "middle", tick_text(value));
  }
  return text;
}

std::string drawn(const chart_line& line, const chart_frame& frame, const char* colour) {
  std::string path;
  std::string marks;
  for (const chart_point& point : line.points) {
    if (!is_shown(point)) { continue; }
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", frame.left(point.x),
                        frame.top(point.y));
    marks += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.6" fill="{}"><title>{}: {} at {})"
                         "</title></circle>\n",
                         frame.left(point.x), frame.top(point.y), colour, html_text(line.name),
                         number_text(point.y, 4), number_text(point.x, 6));
  }
  return fmt::format(R"(<path d="{}" fill="none" stroke="{}" stroke-width="1.6"/>)"
                     "\n",
                     path, colour) +
         marks;
}

}  // namespace

std::string svg_of(const line_chart& chart) {
  chart_frame frame;
  for (const chart_line& line : chart.lines) {
    for (const chart_point& point : line.points) {
      if (!is_shown(point)) { continue; }
      frame.x.add(point.x);
      frame.y.add(point.y);
    }
  }
  if (frame.x.least > frame.x.most) { return {}; }
  frame.x.widen();
  frame.y.widen();
  std::string text = svg_begin(chart_size, chart.title);
  text += svg_label(plot.x, 14, "start", chart.title);
  text += horizontal_ticks(frame) + vertical_ticks(chart, frame);
  text += svg_label(plot.x + plot.width / 2, plot.y + plot.height + 36, "middle", chart.x_name);
  double x = plot.x;
  for (std::size_t i = 0; i < chart.lines.size(); ++i) {
    const char* const colour = line_colours[i % line_colours.size()];
    text += drawn(chart.lines[i], frame, colour);
    text += svg_rectangle({x, 20, 10, 10}, colour) +
            svg_label(x + 14, 29, "start", chart.lines[i].name);
    x += 26 + 6.2 * static_cast<double>(chart.lines[i].name.size());
  }
  return text + "</svg>\n";
}

}  // namespace orujo
