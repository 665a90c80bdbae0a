// What becomes of edges that have the same ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace orujo {

/// What stays of edges with the same ends. The numbers stand in files.
enum class parallel_edges : std::uint8_t {
  lightest = 0,  ///< One, with the least of their weights.
  greatest = 1,  ///< One, with the greatest of their weights.
  sum = 2,       ///< One, with the sum of their weights.
  one = 3,       ///< One; no weight depends on which.
  kept = 4,      ///< All of them.
};

[[nodiscard]] constexpr std::string_view name_of(parallel_edges rule) noexcept {
  switch (rule) {
    case parallel_edges::lightest: return "lightest";
    case parallel_edges::greatest: return "greatest";
    case parallel_edges::sum: return "sum";
    case parallel_edges::one: return "one";
    case parallel_edges::kept: break;
  }
  return "kept";
}

}  // namespace orujo
