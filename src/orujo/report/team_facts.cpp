// Asks the team for what a record says of it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/team_facts.hpp"

#include <string>
#include <utility>

namespace orujo {

void add_team_facts(run_record& record, rank_team& team, const rank_counts& before) {
  add_team_facts(record, team, before, count_rank(team));
  add_history(record, team);
}

void add_team_facts(run_record& record, rank_team& team, const rank_counts& before,
                    rank_counts after) {
  const endpoint& transport = team.transport();
  record.team = {.ranks = team.size(),
                 .workers = team.num_workers(),
                 .transport = std::string(transport.name()),
                 .hosts = transport.hosts()};
  const team_counts counts = gather_counts(team, before, std::move(after));
  record.metrics = counts.all;
  record.metrics_of_busiest = counts.busiest();
  record.declared = counts.declared;
  record.skew = skew_of(counts);
  record.traffic = gather_traffic(team, counts.sent);
  team.describe(record.card);
}

void add_history(run_record& record, rank_team& team) {
  record.rates = gather_metric_history(team);
  record.full_parcels = gather_metric_map(team, metric::flushes_full);
}

}  // namespace orujo
