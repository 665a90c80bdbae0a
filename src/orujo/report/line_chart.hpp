// Lines over logarithmic axes, as a picture in a page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace orujo {

struct chart_point {
  double x;
  double y;
};

struct chart_line {
  std::string name;
  std::vector<chart_point> points;  ///< Those above zero are shown.
};

struct line_chart {
  std::string title;
  std::string x_name;
  std::vector<chart_line> lines;  ///< At most six, told apart by colour and mark.
};

/// The chart as an SVG element, both axes logarithmic; empty if there is no point.
[[nodiscard]] std::string svg_of(const line_chart& chart);

}  // namespace orujo
