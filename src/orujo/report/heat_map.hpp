// A heat map: values by row and time, or by row and column, as a picture in a page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace orujo {

struct heat_map {
  std::string title;
  std::string unit;
  double seconds_per_column = 0;  ///< Of time; 0: columns have names.
  std::vector<std::string> row_names;
  std::vector<std::vector<double>> rows;  ///< Of values from 0; shorter ones end in zeros.
  std::vector<std::string> column_names = {};
};

/// The map as an SVG element; darker is more, the darkest is the largest value. Neighbouring rows
/// are averaged where there would be more than 64. Of many names of columns some are shown.
[[nodiscard]] std::string svg_of(const heat_map& map);

}  // namespace orujo
