// Makes another graph of one that is in memory: undirected of directed, with other weights, and so
// on. SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Builds a graph of all edges of `graph`, with the same vertices (isolated ones too) and input
/// ids. Call: collective. Throws: as build_graph().
[[nodiscard]] csr_graph rebuild_graph(rank_team& team, const csr_graph& graph,
                                      const build_options& options);

}  // namespace orujo
