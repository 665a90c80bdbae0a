// The vertices within some hops of one: an ego network.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Of each owned vertex, whether a path of at most `hops` edges leads there from `centre`, along
/// the directions of edges; the centre is among them.
/// Call: collective; worker 0, outside on_workers(). Throws: memory_error, peer_failed,
/// interrupted_error. Cost: a look at each edge out of vertices nearer than `hops`, and a message
/// where one leads to another rank. Memory: a byte for each owned vertex.
[[nodiscard]] std::vector<std::uint8_t> neighbourhood_of(rank_team& team, const csr_graph& graph,
                                                         vertex_id centre, std::uint64_t hops);

}  // namespace orujo
