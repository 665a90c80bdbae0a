// The memory of a host, which its ranks share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// a * b, or the largest number where that has no room.
[[nodiscard]] constexpr std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return b != 0 && a > most / b ? most : a * b;
}

/// How many ranks share the memory of this rank's host. Call: local; any worker.
[[nodiscard]] std::uint64_t ranks_on_host(rank_team& team);

/// The setting memory_limit_bytes. Call: local; any worker.
[[nodiscard]] std::uint64_t memory_limit_of(rank_team& team);

/// Throws memory_error if `bytes` more will not fit on this rank's host when all its ranks need as
/// much. Call: local; any worker.
void require_rank_memory(rank_team& team, std::uint64_t bytes, std::string_view what);

}  // namespace orujo
