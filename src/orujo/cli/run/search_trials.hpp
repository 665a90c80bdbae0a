// Searches from one source after the other, timed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "orujo/cli/options/source_choice.hpp"
#include "orujo/cli/report/run_record.hpp"
#include "orujo/cli/run/trial_clock.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo::cli {

/// Edges between reached vertices, as people count them: the rule of Graph500 and GAP for TEPS.
/// `is_reached(v)` says it of an owned vertex. Call: collective.
template <typename IsReached>
[[nodiscard]] std::uint64_t edges_between_reached(rank_team& team, const csr_graph& graph,
                                                  IsReached is_reached) {
  std::uint64_t arcs = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (is_reached(v)) { arcs += graph.out_edges().degree(v); }
  }
  arcs = all_sum(team, arcs);
  return graph.directed() ? arcs : arcs / 2;
}

/// Calls `search(vertex, clock, trial)` for each source, as often as `options` ask for: it has the
/// clock time its work, and fills in the trial. Call: collective.
template <typename Search>
[[nodiscard]] std::vector<trial_record> run_searches(rank_team& team, const csr_graph& graph,
                                                     const run_options& options, Search search) {
  const std::vector<chosen_source> sources = choose_sources(team, graph, options);
  trial_clock clock(team, options, "searching", sources.size() * options.trials);
  std::vector<trial_record> trials;
  for (const chosen_source& source : sources) {
    for (std::uint64_t i = 0; i < options.trials; ++i) {
      trial_record trial;
      trial.source = source.label;
      search(source.vertex, clock, trial);
      trials.push_back(std::move(trial));
    }
  }
  return trials;
}

}  // namespace orujo::cli
