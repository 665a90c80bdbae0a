// What commands that write a graph into a file have in common.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/cli/options/run_options.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/run_record.hpp"

namespace orujo::cli {

struct write_options {
  run_options run;
  std::string target;
};

/// What is written.
struct changed_graph {
  csr_graph graph;
  std::optional<graph_record> joined = {};  ///< A second graph that was read for it.
};

/// Makes what is written of the graph that was read. Call: collective.
using graph_change = std::function<changed_graph(rank_team&, csr_graph)>;

/// The graph as it was read.
[[nodiscard]] inline changed_graph unchanged(rank_team& /*team*/, csr_graph graph) {
  return {std::move(graph)};
}

/// GRAPH, FILE, and the options of reading and of the team.
void add_write_options(CLI::App& app, write_options& options);

/// Reads the graph, changes it and writes it, and says so. Throws: usage_error.
[[nodiscard]] exit_code write_as_asked(const write_options& options, const std::string& command,
                                       const graph_change& change = unchanged);

}  // namespace orujo::cli
