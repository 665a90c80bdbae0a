// An edge_input over text: blocks from a source, parsed by the workers that ask for edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>

#include "orujo/graph/io/text_blocks.hpp"

namespace orujo::io {

/// Turns a block of text into edges.
class block_parser {
public:
  virtual ~block_parser() = default;

  /// Appends the block's edges to `chunk`. Call: any worker, concurrently. Throws: malformed_text.
  virtual void parse(const text_block& block, edge_chunk& chunk) const = 0;
};

/// How many edges a text should hold, and where it says so.
struct promised_edges {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  file_position place;
};

/// What a format's reader finds out from the beginning of a file.
struct text_plan {
  input_facts facts;
  block_layout layout;
  std::unique_ptr<const block_parser> parser;
  promised_edges promise;
  std::shared_ptr<const name_table> names = nullptr;  ///< Which the parser fills, if it does.
};

class text_input final : public edge_input {
public:
  text_input(std::shared_ptr<const graph_file> file, text_plan plan, input_part part);

  [[nodiscard]] const input_facts& facts() const override { return plan_.facts; }
  [[nodiscard]] std::shared_ptr<const name_table> names() const override { return plan_.names; }
  bool next(edge_chunk& chunk) override;
  [[nodiscard]] double progress() const override { return blocks_->progress(); }
  void check_complete(std::uint64_t edges_of_all_parts) const override;

private:
  std::shared_ptr<const graph_file> file_;
  text_plan plan_;
  std::unique_ptr<block_source> blocks_;
};

}  // namespace orujo::io
