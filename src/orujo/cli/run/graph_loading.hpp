// Makes the graph that a command was given: from a file or a generator, with a progress bar.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/cli/options/run_options.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/run_record.hpp"

namespace orujo::cli {

/// Checks GRAPH, --format and --weights before anything is read.
/// Throws: usage_error, also for a GRAPH that looks like a generator but is none.
void check_graph_options(const graph_options& options);

/// A graph, and what the record says about it.
struct loaded_graph {
  csr_graph graph;
  graph_record record;
};

/// Reads or generates the graph, and builds it; where `options.verify` is set, reads or generates
/// it once more, and compares.
/// Call: collective. Throws: as orujo::load_graph() and compare_with_input(); agreed_error where
/// loops count, and the file was stored without those that there were.
[[nodiscard]] loaded_graph load_graph_of(rank_team& team, const run_options& options,
                                         const graph_needs& needs);

}  // namespace orujo::cli
