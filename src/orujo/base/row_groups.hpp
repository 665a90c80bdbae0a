// Neighbouring rows taken together, where there would be too many to show.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace orujo {

/// So many rows does a picture or a table have at most.
inline constexpr std::size_t most_shown_rows = 64;

/// Rows from `first` to before `end`, shown as one.
struct row_group {
  std::size_t first;
  std::size_t end;

  [[nodiscard]] std::size_t size() const noexcept { return end - first; }
};

/// How many of `rows` rows are shown as one: as few as possible, so that most_shown_rows suffice.
[[nodiscard]] constexpr std::size_t rows_per_group(std::size_t rows) noexcept {
  return std::max<std::size_t>(1, (rows + most_shown_rows - 1) / most_shown_rows);
}

/// All rows, in their order, in at most most_shown_rows groups.
[[nodiscard]] inline std::vector<row_group> groups_of(std::size_t rows) {
  const std::size_t size = rows_per_group(rows);
  std::vector<row_group> groups;
  for (std::size_t first = 0; first < rows; first += size) {
    groups.push_back({first, std::min(first + size, rows)});
  }
  return groups;
}

/// The name of a group whose first row is called `first`.
[[nodiscard]] inline std::string name_of_group(std::string first, const row_group& group) {
  return group.size() > 1 ? std::move(first) + " …" : std::move(first);
}

}  // namespace orujo
