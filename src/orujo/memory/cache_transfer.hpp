// Moves ranges of a global array between their homes and a buffer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

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

/// Fills `buffer` with the range. Call: a task; yields.
void fetch(const range& what, std::span<std::byte> buffer);

/// Sends the range from `buffer`, which is read before it returns; the enclosing finish waits.
/// Call: a task; never yields.
void store(const range& what, std::span<const std::byte> buffer);

/// As store(), and waits. Call: a task; yields.
void store_and_wait(const range& what, std::span<const std::byte> buffer);

}  // namespace orujo::cache_detail
