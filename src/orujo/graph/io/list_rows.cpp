// Steps over comments, and tells words from numbers.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/list_rows.hpp"

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

bool are_mostly_words(std::string_view rows, const cell_layout& cells) {
  std::uint64_t ids = 0;
  std::uint64_t words = 0;
  line_walker lines(first_lines(rows, sample_bytes / 16));
  while (next_row(lines)) {
    try {
      const edge_cells edge = edge_cells_of(lines.line(), cells);
      for (const std::string_view id : {edge.source, edge.target}) {
        ids += id.empty() ? 0U : 1U;
        words += id.empty() || looks_like_number(content_of(id)) ? 0U : 1U;
      }
    } catch (const malformed_text&) { continue; }  // the reader will say what is wrong with it
  }
  return words > 0 && 2 * words >= ids;
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
