// Scores of vertices, wherever they are: the highest ones, and all of them in a file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "orujo/cli/report/json_output.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::cli {

/// The `count` vertices of highest score as a list of {vertex, score}, by their ids or names in the
/// input; among equals, lower ones come first. `score` has one element for each owned vertex.
/// Call: collective. Cost: a look at each score; `count` entries from each rank.
[[nodiscard]] json top_vertices(rank_team& team, const csr_graph& graph,
                                std::span<const double> score, std::uint64_t count);

/// Writes the column `score` of all vertices to `path`; see write_vertices(). Call: collective.
void write_scores(rank_team& team, const csr_graph& graph, const std::string& path,
                  std::span<const double> score);

}  // namespace orujo::cli
