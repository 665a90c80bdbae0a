// Whether there is memory for what is about to be made of a graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What a rank will take, in bytes.
struct memory_need {
  std::uint64_t per_vertex = 0;  ///< That it owns.
  std::uint64_t per_ghost = 0;
  std::uint64_t per_edge = 0;  ///< In its rows of out-edges.
  std::uint64_t more = 0;
};

/// Throws memory_error on every rank, naming `what` and the estimate, if what is needed will not
/// fit on some rank, by the setting memory_limit_bytes or else by what is available. It is asked
/// before anything is taken, so that all arrays of a call are judged together. Call: collective.
void require_room(rank_team& team, const csr_graph& graph, std::string_view what,
                  const memory_need& need);

}  // namespace orujo
