// A bar chart: how many things have which value, as a picture in a page, and in words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/report/value_histogram.hpp"

namespace orujo {

/// The histogram as an SVG element. Where counts differ by more than a factor of 200, heights
/// follow their logarithms, and the chart says so.
[[nodiscard]] std::string svg_of(const value_histogram& histogram);

/// What the chart shows: "The depth of 7 vertices goes from 0 to 9, …". Plain text.
[[nodiscard]] std::string sentence_of(const value_histogram& histogram);

}  // namespace orujo
