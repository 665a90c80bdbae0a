// Compares what the workers of a host hold with its memory.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/memory_meter.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/shared_host.hpp"

namespace orujo {

memory_bound memory_bound_of(rank_team& team, std::string name) {
  return {
      std::move(name),
      memory_limit_of(team),
      static_cast<std::uint64_t>(std::max(1, team.transport().place().threads_on_host)),
  };
}

void require_share(const memory_bound& bound, std::uint64_t bytes, std::string_view what) {
  require_memory(capped_product(bytes, bound.sharers), fmt::format("{} {}", what, bound.name),
                 bound.limit_bytes);
}

void require_rank_share(rank_team& team, std::uint64_t bytes, std::string_view what) {
  run_agreed(team, [&] { require_rank_memory(team, bytes, what); });
}

void memory_meter::ask(std::uint64_t bytes, std::string_view what) {
  std::uint64_t stretch = std::max(first_stretch(), bytes / 4);
  if (bound_.limit_bytes == 0) {
    // Data may lie unevenly: not all of many workers need as much as this one.
    constexpr std::uint64_t most_at_once = 8;
    require_share({bound_.name, 0, std::min(bound_.sharers, most_at_once)}, stretch, what);
  } else {
    // What is left is used up in small parts, but not in such small ones that counting costs more.
    const std::uint64_t share = bound_.limit_bytes / bound_.sharers;
    stretch = std::clamp(share > bytes ? share - bytes : 0, bytes / 64, stretch);
    require_share(bound_, bytes + stretch, what);
  }
  counted_ = bytes;
  allowed_ = bytes + stretch;
}

}  // namespace orujo
