// Strongly connected components of what is left, by one rank alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "orujo/algorithms/scc/scc.hpp"
#include "orujo/algorithms/scc/state.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::strong_connectivity {

/// Components by size.
struct size_counts {
  std::uint64_t components = 0;
  std::uint64_t largest = 0;
  std::uint64_t nontrivial = 0;

  void add(std::uint64_t size) noexcept;
};

/// The vertices of all ranks that are not done, fewer than 2^32 - 1, go to rank 0, which finds
/// their components; writes their labels, and returns what it found on every rank. Where
/// there are several ranks, `left` counts out-edges inside parts, and ghosts' states are known.
/// Call: collective.
[[nodiscard]] size_counts search_alone(rank_team& team, search_state& known,
                                       std::span<vertex_id> label);

}  // namespace orujo::strong_connectivity
