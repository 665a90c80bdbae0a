// Writes pieces of SVG.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/svg.hpp"

#include <fmt/format.h>

namespace orujo {

std::string svg_begin(const svg_size& size, const std::string& title) {
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" )"
      R"(height="{1:.0f}" font-family="sans-serif" font-size="11" role="img" aria-label="{2}">)"
      "\n",
      size.width, size.height, html_text(title));
}

std::string svg_label(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)"
                     "\n",
                     x, y, anchor, html_text(text));
}

std::string svg_rectangle(const svg_box& at, const std::string& colour) {
  return fmt::format(R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="{}"/>)"
                     "\n",
                     at.x, at.y, at.width, at.height, colour);
}

std::string html_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

}  // namespace orujo
