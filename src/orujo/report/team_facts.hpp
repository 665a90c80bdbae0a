// What a record says of the team that ran.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/run_record.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"

namespace orujo {

/// Fills in team, what it has counted since each rank's counters were
/// `before`, and its part of the report card.
/// Call: collective.
void add_team_facts(run_record& record, rank_team& team, const rank_counts& before);

/// The same of a run that is over, whose ranks' counters were `after` then; without what was kept
/// over time, which add_history() adds while it is there.
/// Call: collective.
void add_team_facts(run_record& record, rank_team& team, const rank_counts& before,
                    rank_counts after);

/// Adds what the workers have kept of their metrics over time since start_samples().
/// Call: collective.
void add_history(run_record& record, rank_team& team);

}  // namespace orujo
