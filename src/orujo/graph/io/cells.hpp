// The cells of a line of an edge list: csv with quotes, tabs, blanks, and dictionaries of NetworkX.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orujo::io {

/// Where in a line an edge stands.
struct cell_layout {
  char separator = ' ';   ///< ',', ';', a tab, or ' ' for blanks of any number.
  std::size_t count = 2;  ///< Cells in each line, a dictionary apart.
  std::size_t source = 0;
  std::size_t target = 1;
  std::optional<std::size_t> weight;
  bool dictionary = false;  ///< `{'weight': 3}` ends each line.
  std::string weight_key;   ///< The dictionary's entry that is the weight; empty: none.
};

/// The cells of one edge as they stand in the line, quotes included.
struct edge_cells {
  std::string_view source;
  std::string_view target;
  std::optional<std::string_view> weight;
};

/// Whether a comma in a row is part of a cell: something else separates the cells.
[[nodiscard]] constexpr bool may_hold_commas(const cell_layout& cells) noexcept {
  return cells.separator == ';' || cells.separator == '\t';
}

/// What separates the cells of `line`: the first of tab, semicolon and comma that stands in it
/// outside of quotes, else blanks.
[[nodiscard]] char separator_of(std::string_view line) noexcept;

/// The cells of `line` as they stand in it, quotes included.
/// Throws: malformed_text for a quote without an end.
[[nodiscard]] std::vector<std::string_view> cells_of(std::string_view line, char separator);

/// The text of a cell, without the quotes around it.
[[nodiscard]] std::string content_of(std::string_view cell);

/// Appends `name` as a cell that readers of any separator find: between quotes where it holds what
/// would separate, end or hide it.
void append_cell(std::string& text, std::string_view name);

/// Where the dictionary at the end of `line` begins, a brace outside of quotes; npos if none does.
[[nodiscard]] std::size_t begin_of_dictionary(std::string_view line) noexcept;

/// `line` without the dictionary at its end.
[[nodiscard]] std::string_view without_dictionary(std::string_view line) noexcept;

/// The value of `key` in the dictionary that ends `line`. Throws: malformed_text.
[[nodiscard]] std::optional<std::string_view> dictionary_value(std::string_view line,
                                                               std::string_view key);

/// The cells of the edge in `line`. Throws: malformed_text if one is not there.
[[nodiscard]] edge_cells edge_cells_of(std::string_view line, const cell_layout& layout);

}  // namespace orujo::io
