// Steps over comments, and tells words from numbers.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/list_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/row_parser.hpp"

namespace orujo::io {

bool next_row(line_walker& lines, comment_facts* comments, std::string_view letters) {
  while (lines.next()) {
    if (!is_skipped(lines.line(), letters)) { return true; }
    if (comments != nullptr) { comments->take(lines.line()); }
  }
  return false;
}

namespace {

/// The cells of `line`; empty ones where the reader will say what is wrong with it.
edge_cells cells_if_right(std::string_view line, const cell_layout& cells) {
  try {
    return edge_cells_of(line, cells);
  } catch (const malformed_text&) { return {}; }
}

/// Calls `take(id)` for what the cells with ids in the first rows hold, unless it is nothing.
template <typename Take>
void visit_ids(std::string_view rows, const cell_layout& cells, Take take) {
  line_walker lines(first_lines(rows, sample_bytes / 16));
  while (next_row(lines)) {
    const edge_cells edge = cells_if_right(lines.line(), cells);
    for (const std::string_view id : {edge.source, edge.target}) {
      if (!id.empty()) { take(content_of(id)); }
    }
  }
}

/// The ids of the first row, and whether the first other rows have them, too.
struct first_ids {
  first_ids(std::string_view rows, const cell_layout& cells) {
    visit_ids(rows, cells, [&](std::string id) {
      if (first.size() < 2) {
        first.push_back(std::move(id));
      } else {
        ++others;
        words += looks_like_number(id) ? 0U : 1U;
        come_again |= id == first[0] || id == first[1];
      }
    });
  }

  std::vector<std::string> first;
  std::uint64_t others = 0;
  std::uint64_t words = 0;  // of the others
  bool come_again = false;
};

}  // namespace

bool is_plain_word(std::string_view word) noexcept {
  constexpr std::size_t longest = 40;
  return !word.empty() && word.size() <= longest &&
         std::all_of(word.begin(), word.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}

bool are_mostly_words(std::string_view rows, const cell_layout& cells) {
  std::uint64_t ids = 0;
  std::uint64_t words = 0;
  visit_ids(rows, cells, [&](std::string_view id) {
    ++ids;
    words += looks_like_number(id) ? 0U : 1U;
  });
  return words > 0 && 2 * words >= ids;
}

bool is_like_an_edge(std::string_view rows, const cell_layout& cells) {
  const first_ids ids(rows, cells);
  const bool is_loop = ids.first.size() == 2 && ids.first[0] == ids.first[1];
  return ids.come_again || (is_loop && ids.words > 0);
}

std::string guess_of_first_edge(std::string_view rows, const cell_layout& cells,
                                bool columns_are_chosen) {
  const first_ids ids(rows, cells);
  const std::vector<std::string>& first = ids.first;
  const bool may_name_columns = !columns_are_chosen && cells.separator != ' ' &&
                                !cells.dictionary && !ids.come_again && ids.others > 0 &&
                                first[0] != first[1] &&
                                std::all_of(first.begin(), first.end(), is_plain_word);
  if (!may_name_columns) { return "the first line is an edge, and does not name the columns"; }
  return fmt::format(
      "the first line is an edge, though '{0}' and '{1}' are in no other of the first lines (if "
      "they name the columns, say --columns source={0},target={1}; if not, --ids names)",
      first[0], first[1]);
}

bool allow_zeros_in_front(std::string_view rows, column_facts& columns) {
  std::optional<std::string> example;
  visit_ids(rows, columns.cells, [&](const std::string& id) {
    const bool odd = id.starts_with('0') && id.size() > 1 && whole_number(id).has_value();
    if (odd && !example) { example = id; }
  });
  if (!example) { return false; }
  columns.guesses.push_back(
      fmt::format("ids are numbers: {} is the vertex {} (else say --ids names)", *example,
                  *whole_number(*example)));
  return true;
}

bool holds_comments(std::string_view rows) {
  line_walker lines(first_lines(rows, sample_bytes / 16));
  while (lines.next()) {
    if (!lines.line().empty() && is_skipped(lines.line(), comment_letters_of_names)) {
      return true;
    }
  }
  return false;
}

}  // namespace orujo::io
