// Parses text with one edge on each line: edge lists, Matrix Market, DIMACS, PACE.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "orujo/graph/io/fields.hpp"
#include "orujo/graph/io/text_input.hpp"

namespace orujo::io {

/// How the lines of a format look.
struct row_format {
  field_rules fields;
  char letter = 0;                 ///< What an edge's line begins with ('a', 'e'), if anything.
  std::string_view comments = "";  ///< A line that begins with one of these letters is skipped.
  /// Else one that has as many cells as an edge is refused: it may be an edge from a name.
  bool expects_comments = true;
};

class row_parser final : public block_parser {
public:
  explicit row_parser(const row_format& format) noexcept : format_(format) {}

  void parse(const text_block& block, edge_chunk& chunk) const override;

private:
  row_format format_;
};

/// Whether `line` holds no edge: it is blank or a comment.
[[nodiscard]] bool is_skipped(std::string_view line, std::string_view comments) noexcept;

}  // namespace orujo::io
