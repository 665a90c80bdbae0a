// Which worker of its rank decides about a vertex, in large blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/bits.hpp"

namespace orujo::level_wise {

/// Blocks of vertices in turn, so that no bit that says "reached" is ever written by two workers
/// and no atomic instruction is needed. Only the rank itself knows them, so that they suit its
/// size.
class home_blocks {
public:
  home_blocks(std::size_t vertices, int workers);

  [[nodiscard]] std::size_t of(local_vertex v) const noexcept { return homes_[v >> block_shift_]; }
  [[nodiscard]] std::size_t of_word(std::size_t word) const noexcept {
    return homes_[word * word_bits >> block_shift_];
  }

  /// The number of vertices at each home.
  [[nodiscard]] std::vector<std::size_t> sizes(std::size_t vertices, int workers) const;

private:
  unsigned block_shift_;  // a block is whole words of bits
  std::vector<std::uint16_t> homes_;
};

}  // namespace orujo::level_wise
