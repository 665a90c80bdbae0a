// What is refused before a run of PageRank begins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::page_rank {

/// Throws agreed_error if options do not go together, or not with the graph. Call: collective.
void check(const csr_graph& graph, const pagerank_options& options);

/// Throws agreed_error unless a surfer can follow edges by their weights. Call: collective.
void check_weights(rank_team& team, const csr_graph& graph);

/// Throws agreed_error unless the weights say where a surfer goes. Call: collective.
void check_personalisation(rank_team& team, const csr_graph& graph,
                           std::span<const double> weights);

}  // namespace orujo::page_rank
