// Asks for what all ranks of a host take.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/shared_host.hpp"

#include <algorithm>

#include "orujo/base/huge_memory.hpp"

namespace orujo {

std::uint64_t ranks_on_host(rank_team& team) {
  const endpoint_place& place = team.transport().place();
  return static_cast<std::uint64_t>(
      std::max(1, place.threads_on_host / std::max(1, place.workers)));
}

std::uint64_t memory_limit_of(rank_team& team) {
  return static_cast<std::uint64_t>(team.values().integer(setting::memory_limit_bytes));
}

void require_rank_memory(rank_team& team, std::uint64_t bytes, std::string_view what) {
  require_memory(capped_product(bytes, ranks_on_host(team)), what, memory_limit_of(team));
}

}  // namespace orujo
