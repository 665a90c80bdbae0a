// A small table for people: columns aligned with spaces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orujo {

/// Lines of cells; column widths follow the widest cell. The first line is a heading if wanted.
class text_table {
public:
  using line = std::vector<std::string>;

  /// Appends a line; missing cells at the end are empty. Cells are shown as printable() has them.
  void add(line cells);

  /// All lines, each starting with `indent`, columns two spaces apart, no spaces at line ends.
  [[nodiscard]] std::string text(std::string_view indent = "") const;

private:
  std::vector<line> lines_;
};

/// Columns of a terminal that everything for people fits into.
inline constexpr std::size_t terminal_columns = 80;

/// `text` in lines of at most `width` columns, broken at blanks; a longer word has its own line.
[[nodiscard]] std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width);

/// A number for people: up to `digits` significant digits; whole numbers, and large ones, as whole
/// numbers with their thousands apart.
[[nodiscard]] std::string number_text(double value, int digits = 4);

/// A size for people: "1.5 GiB".
[[nodiscard]] std::string size_text(double bytes);

/// A duration for people: "3.2 s", "1:02:03".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace orujo
