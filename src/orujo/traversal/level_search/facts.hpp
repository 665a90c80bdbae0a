// What one search by levels did.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace orujo {

/// The depth of a vertex that no path leads to.
inline constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

/// The same on every rank.
struct search_facts {
  std::uint64_t reached = 0;    ///< Vertices, the source included.
  std::uint64_t depth_sum = 0;  ///< Of all reached vertices.
  std::uint32_t max_depth = 0;
  std::uint32_t pulled_levels = 0;
  std::uint32_t pushed_levels = 0;  ///< The last one of a search finds nothing.
};

}  // namespace orujo
