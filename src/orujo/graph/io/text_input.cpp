// Blocks become chunks; what is malformed becomes an error with its line.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/text_input.hpp"

#include <fmt/format.h>

namespace orujo::io {

text_input::text_input(std::shared_ptr<const graph_file> file, text_plan plan, input_part part)
    : file_(std::move(file)),
      plan_(std::move(plan)),
      blocks_(open_blocks(file_, plan_.layout, part)) {}

bool text_input::next(edge_chunk& chunk) {
  text_block block;
  while (blocks_->next(block)) {
    chunk.clear();
    try {
      plan_.parser->parse(block, chunk);
    } catch (const malformed_text& problem) {
      throw input_error(file_->path(), blocks_->position_of(block, problem.at()), problem.what());
    }
    if (!chunk.edges.empty() || !chunk.vertices.empty()) { return true; }
  }
  chunk.clear();
  return false;
}

void text_input::check_complete(std::uint64_t edges_of_all_parts) const {
  const promised_edges& promise = plan_.promise;
  if (edges_of_all_parts < promise.least) {
    throw input_error(file_->path(), promise.place,
                      fmt::format("{} edges are declared here but the file holds only {}: it is "
                                  "cut off, or this line is wrong",
                                  promise.least, edges_of_all_parts));
  }
  if (edges_of_all_parts > promise.most) {
    throw input_error(file_->path(), promise.place,
                      fmt::format("{} edges are declared here but the file holds {}: correct this "
                                  "line, or remove what is too much",
                                  promise.most, edges_of_all_parts));
  }
}

}  // namespace orujo::io
