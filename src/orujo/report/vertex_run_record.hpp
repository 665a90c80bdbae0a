// What a page shows of a run of a vertex program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/frameworks/vertex_centric/vertex_run.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/run_record.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"

namespace orujo {

/// What each iteration did: vertices that were active and that told their neighbours, edges,
/// messages and bytes between ranks, time.
[[nodiscard]] step_figures figures_of(const vertex_run& run, std::string title);

/// A run of a vertex program that is to be shown.
struct shown_vertex_run {
  const vertex_run& run;
  std::string program;      ///< What it is called.
  rank_counts before = {};  ///< What its rank had counted before it: count_rank().
};

/// The run as a record: html_report() and write_report() make a page of it, table_of() a table,
/// document_of() JSON. Call: collective.
[[nodiscard]] run_record record_of(rank_team& team, const csr_graph& graph,
                                   const shown_vertex_run& shown);

}  // namespace orujo
