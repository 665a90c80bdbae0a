// Stretches of memory with a part on each worker of the team, as arrays are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "orujo/memory/delegate_unit.hpp"

namespace orujo {

/// So many bytes on worker h as even_blocks() says: whole cycles of blocks, one to each worker in
/// turn, and a last block that may be shorter.
struct segment_shape {
  std::uint64_t items = 0;
  std::uint64_t item_bytes = 0;
  std::uint64_t block_items = 1;

  /// Items of the part of worker `home` of `homes`.
  [[nodiscard]] constexpr std::uint64_t items_at(std::uint64_t home,
                                                 std::uint64_t homes) const noexcept {
    const std::uint64_t blocks = items / block_items;
    const std::uint64_t whole = blocks / homes + (home < blocks % homes ? 1 : 0);
    const std::uint64_t rest = home == blocks % homes ? items % block_items : 0;
    return whole * block_items + rest;
  }

  /// The first so many of `homes` workers have items.
  [[nodiscard]] constexpr std::uint64_t homes_with_items(std::uint64_t homes) const noexcept {
    return std::min(homes, items / block_items + (items % block_items != 0 ? 1 : 0));
  }
};

/// Maps a segment on the workers that have items of it, zero, each part first touched by its
/// worker. Call: a task; yields. Throws: task_error with the exit code of memory, if a rank cannot
/// hold its parts; usage_error if 131,040 segments exist. Cost: a message to each rank, unless all
/// parts are small, and one to each of those workers, along trees, and the pages.
[[nodiscard]] segment_id allocate_segment(const segment_shape& shape);

/// Unmaps it. Call: a task, also not the one that allocated it; yields. Cost: a message to each
/// worker that has items of it, along a tree.
void release_segment(segment_id segment, const segment_shape& shape);

}  // namespace orujo
