// Bars that are cut into parts, as a picture in a page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orujo {

struct stacked_row {
  std::string name;
  std::vector<double> parts;  ///< One for each name of a part.
};

/// The parts of each row are 100 % together.
struct stacked_bars {
  std::string title;
  std::vector<std::string> parts;  ///< Their names; at most eight, told apart by colour.
  std::vector<stacked_row> rows;

  /// What a part makes of all rows together, from 0 to 1.
  [[nodiscard]] double share(std::size_t part) const;
  /// Whether a part makes half a percent of all rows or more.
  [[nodiscard]] bool is_seen(std::size_t part) const { return share(part) >= 0.005; }
};

/// The bars as an SVG element with a legend; empty if nothing is above zero.
[[nodiscard]] std::string svg_of(const stacked_bars& bars);

/// "map 1.2 s (80 %), shuffle 0.2 s (13 %), …": the parts that are seen. Plain text.
[[nodiscard]] std::string sentence_of(const stacked_bars& bars);

}  // namespace orujo
