// Parses edge lists whose edges stand among other columns, in quotes, or beside a dictionary.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/row_parser.hpp"

namespace orujo::io {

class cell_parser final : public block_parser {
public:
  cell_parser(cell_layout layout, const row_format& format)
      : layout_(std::move(layout)), format_(format) {}

  void parse(const text_block& block, edge_chunk& chunk) const override;

private:
  template <typename Weight>
  void parse_lines(std::string_view text, edge_chunk& chunk) const;

  cell_layout layout_;
  row_format format_;
};

}  // namespace orujo::io
