// Compares what the workers of a host hold with its memory.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/memory_meter.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return b != 0 && a > most / b ? most : a * b;
}

}  // namespace

memory_bound memory_bound_of(rank_team& team, std::string name) {
  return {
      std::move(name),
      static_cast<std::uint64_t>(team.values().integer(setting::memory_limit_bytes)),
      static_cast<std::uint64_t>(std::max(1, team.transport().place().threads_on_host)),
  };
}

std::uint64_t ranks_beside(rank_team& team) {
  const endpoint_place& place = team.transport().place();
  return static_cast<std::uint64_t>(
      std::max(1, place.threads_on_host / std::max(1, place.workers)));
}

void require_share(const memory_bound& bound, std::uint64_t bytes, std::string_view what) {
  require_memory(capped_product(bytes, bound.sharers), fmt::format("{} {}", what, bound.name),
                 bound.limit_bytes);
}

void require_rank_share(rank_team& team, std::uint64_t bytes, std::string_view what) {
  require_memory_everywhere(team, capped_product(bytes, ranks_beside(team)), what);
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
