// Marks which ids the ends of edges have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "orujo/graph/building/edge_buffer.hpp"
#include "orujo/graph/building/ranked_bitmap.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// Marks both ends of all edges in `blocks`, less `least`, in `present`, which has room for them.
/// Call: on the rank's thread, outside on_workers().
void mark_ends(rank_team& team, const std::vector<edge_buffer::block*>& blocks,
               ranked_bitmap& present, std::uint64_t least = 0);

/// Marks on every rank what is marked on any, and counts. Call: collective.
void join_marks(rank_team& team, ranked_bitmap& present);

}  // namespace orujo::building
