// Moves ids of the input to the ranks that own their vertices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/block_partition.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// The input ids of the vertices that this rank owns by `wanted`, where `held` are those of the
/// vertices from `first` on; ranks hold ids in the order of vertices. Call: collective.
[[nodiscard]] std::vector<std::uint64_t> moved_ids(rank_team& team,
                                                   const std::vector<std::uint64_t>& held,
                                                   vertex_id first, const block_partition& wanted);

}  // namespace orujo::building
