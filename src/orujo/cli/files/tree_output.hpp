// What a breadth-first search found: as a table of its vertices, and on the page of a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::cli {

/// Writes the columns `depth` and `parent` of all vertices to `path`; see write_vertices().
/// Call: collective.
void write_tree(rank_team& team, const csr_graph& graph, const std::string& path,
                const bfs_tree& tree);

/// Shows how depths are spread. Call: collective.
void show_tree(answer_page page, const bfs_tree& tree);

}  // namespace orujo::cli
