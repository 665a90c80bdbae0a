// Values of a container as cells of a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "orujo/base/error.hpp"
#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo {

/// What a table can hold: numbers and texts.
template <typename T>
concept cell_value = std::same_as<T, std::string> ||
    (std::is_arithmetic_v<T> && !std::same_as<T, bool>);

/// Throws malformed_text: `cell` is not what a column holds.
[[noreturn]] void refuse_cell(std::string_view cell, const char* expected);
/// Throws usage_error: a line of a table cannot hold `text`.
[[noreturn]] void refuse_text(std::string_view text);

/// Appends a text as a cell. Throws: usage_error if it holds a line break.
inline void append_value(std::string& row, std::string_view text) {
  if (text.find('\n') != std::string_view::npos) { refuse_text(text); }
  io::append_cell(row, text);
}
/// Appends a number; a real one with the fewest digits that read back equal.
template <typename T>
  requires std::is_arithmetic_v<T>
void append_value(std::string& row, T number) {
  std::array<char, 64> digits;
  const auto made = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  row.append(digits.data(), made.ptr);
}

/// What a cell says. Throws: malformed_text, at the cell.
template <cell_value T>
[[nodiscard]] T value_in(std::string_view cell) {
  if constexpr (std::same_as<T, std::string>) {
    return io::content_of(cell);
  } else {
    T number{};
    const char* const end = cell.data() + cell.size();
    const auto [behind, problem] = std::from_chars(cell.data(), end, number);
    if (problem != std::errc() || behind != end) {
      refuse_cell(cell, std::is_floating_point_v<T> ? "a number"
                        : std::is_signed_v<T>       ? "a whole number"
                                                    : "a whole number of at least 0");
    }
    return number;
  }
}

}  // namespace orujo
