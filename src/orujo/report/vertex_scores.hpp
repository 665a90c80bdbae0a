// The highest scores of vertices, wherever they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/json.hpp"

namespace orujo {

/// The `count` vertices of highest score as a list of {vertex, score}, by their ids or names in the
/// input; among equals, lower ones come first. `score` has one element for each owned vertex.
/// Call: collective. Cost: a look at each score; `count` entries from each rank.
[[nodiscard]] json top_vertices(rank_team& team, const csr_graph& graph,
                                std::span<const double> score, std::uint64_t count);

}  // namespace orujo
