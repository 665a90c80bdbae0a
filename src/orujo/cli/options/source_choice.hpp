// The vertices that a search starts from: named by the user, or drawn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "orujo/cli/options/run_options.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/json.hpp"

namespace orujo::cli {

/// A source, by its number and by its id or name in the input.
struct chosen_source {
  vertex_id vertex;
  json label;
};

/// What drawn sources are for.
enum class source_use : std::uint8_t {
  run_each,  ///< A run begins at each: as many as are asked for, some again if there are fewer.
  run_once   ///< One run has all, and none counts twice.
};

/// The source that `options` name, or as many as they ask for, drawn among the vertices that have
/// edges; the same for every P and W.
/// Call: collective. Throws, on every rank: usage_error if the named vertex does not exist or the
/// graph is empty.
[[nodiscard]] std::vector<chosen_source> choose_sources(rank_team& team, const csr_graph& graph,
                                                        const run_options& options, source_use use);

}  // namespace orujo::cli
