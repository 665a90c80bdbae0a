// The rows of a list of edges or of vertices, as a look at its beginning sees them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/edge_columns.hpp"
#include "orujo/graph/io/edge_list_comments.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

/// What lines begin with that are comments; where vertices have names, paths may be some.
inline constexpr std::string_view comment_letters = "#%/";
inline constexpr std::string_view comment_letters_of_names = "#%";

/// How much of a text is looked at.
inline constexpr std::size_t sample_bytes = std::size_t{1} << 20;

/// Steps to the next line that is neither blank nor a comment; `comments` learns from those.
/// Throws: malformed_text, as comment_facts::take().
bool next_row(line_walker& lines, comment_facts* comments = nullptr,
              std::string_view letters = comment_letters);

/// Whether columns are called by such words, and nothing in it has to be quoted.
[[nodiscard]] bool is_plain_word(std::string_view word) noexcept;

/// Whether at least half of the ids in the first rows are no numbers.
[[nodiscard]] bool are_mostly_words(std::string_view rows, const cell_layout& cells);

/// Whether the first of `rows` is an edge rather than names of two columns: the first other rows
/// have one of its words, too, or both are the same and others are words as well.
[[nodiscard]] bool is_like_an_edge(std::string_view rows, const cell_layout& cells);

/// What is assumed of a first row that is taken for an edge between names: that it does not name
/// the columns. Where these are two plain words of a table, and neither is in the first other rows,
/// it says how to say that they do, unless the user chose columns.
[[nodiscard]] std::string guess_of_first_edge(std::string_view rows, const cell_layout& cells,
                                              bool columns_are_chosen);

/// Whether the ids of `rows`, which are numbers, may have zeros in front: where the first ones have
/// some, and then `columns` learns that it was assumed.
[[nodiscard]] bool allow_zeros_in_front(std::string_view rows, column_facts& columns);

/// Whether a line behind the first row of `rows` begins as a comment does.
[[nodiscard]] bool holds_comments(std::string_view rows);

}  // namespace orujo::io
