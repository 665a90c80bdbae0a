// Parses edge lists whose edges stand among other columns, in quotes, or beside a dictionary.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/row_parser.hpp"

namespace orujo::io {

class cell_parser final : public block_parser {
public:
  /// With `names`, ids are names, which are numbered there.
  cell_parser(cell_layout layout, const row_format& format,
              std::shared_ptr<name_table> names = nullptr)
      : layout_(std::move(layout)), format_(format), names_(std::move(names)) {}

  void parse(const text_block& block, edge_chunk& chunk) const override;

private:
  template <typename Weight>
  void parse_lines(std::string_view text, edge_chunk& chunk) const;
  template <typename Weight, typename Take>
  void walk(std::string_view text, Take take) const;

  cell_layout layout_;
  row_format format_;
  std::shared_ptr<name_table> names_;
};

}  // namespace orujo::io
