// How large the blocks of vertices are that have one home.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/level_search/home_blocks.hpp"

#include <algorithm>
#include <bit>

namespace orujo::level_wise {

home_blocks::home_blocks(std::size_t vertices, int workers) {
  // Large blocks, as neighbours often have near numbers, but several for each worker.
  const std::size_t block = vertices / (static_cast<std::size_t>(workers) * 16);
  block_shift_ = static_cast<unsigned>(std::clamp(static_cast<int>(std::bit_width(block)), 6, 14));
  for (std::size_t first = 0; first < vertices + 1; first += std::size_t{1} << block_shift_) {
    homes_.push_back(static_cast<std::uint16_t>(homes_.size() % static_cast<std::size_t>(workers)));
  }
}

std::vector<std::size_t> home_blocks::sizes(std::size_t vertices, int workers) const {
  std::vector<std::size_t> sizes(static_cast<std::size_t>(workers));
  const std::size_t block = std::size_t{1} << block_shift_;
  for (std::size_t i = 0; i < homes_.size(); ++i) {
    sizes[homes_[i]] += std::min(block, vertices - std::min(vertices, i * block));
  }
  return sizes;
}

}  // namespace orujo::level_wise
