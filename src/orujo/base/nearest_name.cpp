// Edit distance and the suggestion made from it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/nearest_name.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace orujo {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_above(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) { row[j] = j; }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_above, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) { row[j] = std::min(row[j], two_above[j - 2] + 1); }
    }
  }
  return row[b.size()];
}

std::optional<std::string_view> nearest_name(std::string_view typed,
                                             std::span<const std::string_view> names) {
  std::optional<std::string_view> best;
  std::size_t best_distance = 0;
  for (const std::string_view name : names) {
    const bool beginning = typed.size() >= 3 && name.starts_with(typed);
    const std::size_t distance = beginning ? 1 : edit_distance(typed, name);
    const std::size_t longest = std::max(typed.size(), name.size());
    if (distance > std::max<std::size_t>(1, longest / 3)) { continue; }
    if (!best || distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view typed, std::span<const std::string_view> names) {
  const auto nearest = nearest_name(typed, names);
  const bool is_one = nearest && !nearest->empty();  // columns may have no names
  return is_one ? fmt::format("; did you mean '{}'?", *nearest) : std::string();
}

}  // namespace orujo
