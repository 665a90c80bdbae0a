// Moves ranges of global memory between their homes and a buffer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/base/ids.hpp"
#include "orujo/memory/delegate_unit.hpp"

namespace orujo::cache_detail {

/// Elements first … first+count-1 of an array.
struct range {
  std::uint64_t first;
  std::uint64_t count;
  std::uint64_t item_bytes;
  std::uint64_t block_items;  ///< A power of two.
  place base;                 ///< Of the first element of any home's part.
};

struct item_shape {
  std::uint64_t count;
  std::uint64_t bytes;  ///< Of each.
};

/// More than any worker's part of the memory.
inline constexpr std::uint64_t most_bytes = std::uint64_t{1} << 48U;

/// Throws: usage_error where elements of so many bytes cannot travel. Call: a task.
void check_items(std::uint64_t item_bytes);

/// Items that lie one behind the other from `first` on at `home`: those of an array whose blocks
/// are so large that the first one of `home` holds all of them.
[[nodiscard]] constexpr range range_at(home_id home, place first, item_shape items) noexcept {
  const std::uint64_t block = std::bit_ceil(std::max<std::uint64_t>(1, items.count));
  return {index_of(home) * block, items.count, items.bytes, block, first};
}

/// Workers that hold elements of a range: `count` from `first` on, counted around.
struct holding_homes {
  std::uint32_t first;
  std::uint32_t count;
};

/// Those of `homes` workers that hold elements of `what`.
[[nodiscard]] constexpr holding_homes holders_of(const range& what, std::uint32_t homes) noexcept {
  if (what.count == 0) { return {0, 0}; }
  const std::uint64_t first_block = what.first / what.block_items;
  const std::uint64_t last_block = (what.first + what.count - 1) / what.block_items;
  return {static_cast<std::uint32_t>(first_block % homes),
          static_cast<std::uint32_t>(std::min<std::uint64_t>(homes, last_block - first_block + 1))};
}

/// Fills `buffer` with the range. Call: a task; yields.
void fetch(const range& what, std::span<std::byte> buffer);

/// Sends the range from `buffer`, which is read before it returns; the enclosing finish waits.
/// Call: a task; never yields.
void store(const range& what, std::span<const std::byte> buffer);

/// As store(), and waits. Call: a task; yields.
void store_and_wait(const range& what, std::span<const std::byte> buffer);

}  // namespace orujo::cache_detail
