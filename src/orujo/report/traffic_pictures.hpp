// What went from rank to rank, and how unlike ranks are, as parts of a page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/base/text_table.hpp"
#include "orujo/report/heat_map.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"
#include "orujo/runtime/metrics/traffic_map.hpp"

namespace orujo {

/// The bytes of a map, or its parcels, from each row to each column.
[[nodiscard]] heat_map bytes_of(const traffic_map& map);
[[nodiscard]] heat_map parcels_of(const traffic_map& map);

/// "12 000 bytes in 40 parcels; the most from rank 3 to rank 5 (…), 20 % stayed in their rank."
[[nodiscard]] std::string sentence_of(const traffic_map& map);

/// A heading, and a row for each figure: median, most, by which rank, how many times the median.
[[nodiscard]] std::vector<text_table::line> skew_lines(const std::vector<rank_skew>& skews);

}  // namespace orujo
