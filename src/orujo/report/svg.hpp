// Pieces of SVG and HTML that all pictures of a page use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace orujo {

struct svg_size {
  double width;
  double height;
};

struct svg_box {
  double x;
  double y;
  double width;
  double height;
};

/// The start tag of a picture; `title` is what a screen reader says.
[[nodiscard]] std::string svg_begin(const svg_size& size, const std::string& title);

/// Text at a place; `anchor` is start, middle or end.
[[nodiscard]] std::string svg_label(double x, double y, const char* anchor,
                                    const std::string& text);

/// A filled rectangle.
[[nodiscard]] std::string svg_rectangle(const svg_box& at, const std::string& colour);

/// `text` with what has a meaning in HTML and XML written as entities.
[[nodiscard]] std::string html_text(const std::string& text);

}  // namespace orujo
