// The ids that every layer uses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace orujo {

/// One process of a team, 0 … size-1. A strong type: a rank is not a vertex and not a worker.
enum class rank_id : int {};

[[nodiscard]] constexpr int index_of(rank_id rank) noexcept { return static_cast<int>(rank); }

/// A worker of the team by its number, rank * num_workers + worker: the home of data that only that
/// worker touches.
enum class home_id : std::uint32_t {};

[[nodiscard]] constexpr std::uint32_t index_of(home_id home) noexcept {
  return static_cast<std::uint32_t>(home);
}

/// A vertex by its dense number, 0 … num_vertices-1, the same on every rank.
using vertex_id = std::uint64_t;

inline constexpr vertex_id no_vertex = std::numeric_limits<vertex_id>::max();

/// Bytes that threads write independently are kept this far apart.
inline constexpr std::size_t cache_line_bytes = 64;

}  // namespace orujo
