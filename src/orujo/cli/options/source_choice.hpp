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

/// The source that `options` name, or as many as they ask for, drawn among the vertices that have
/// edges; the same for every P and W.
/// Call: collective. Throws, on every rank: usage_error if the named vertex does not exist or the
/// graph is empty.
[[nodiscard]] std::vector<chosen_source> choose_sources(rank_team& team, const csr_graph& graph,
                                                        const run_options& options);

}  // namespace orujo::cli
