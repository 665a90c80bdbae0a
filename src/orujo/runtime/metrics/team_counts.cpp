// Gathers the counters of all ranks, and compares them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/metrics/team_counts.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

void merge_into(std::uint64_t& value, std::uint64_t more, metric_merge merge) noexcept {
  value = merge == metric_merge::sum ? value + more : std::max(value, more);
}

std::vector<std::uint64_t> declared_by(rank_team& team) {
  const auto rows = team.declarations().rows();
  std::vector<std::uint64_t> values(rows.size());
  for (std::size_t slot = 0; slot < rows.size(); ++slot) {
    for (int w = 0; w < team.num_workers(); ++w) {
      merge_into(values[slot], team.worker_at(w).metrics.value(static_cast<declared_slot>(slot)),
                 rows[slot].merge);
    }
  }
  return values;
}

std::vector<rank_traffic> sent_by(rank_team& team) {
  std::vector<rank_traffic> sent;
  for (int w = 0; w < team.num_workers(); ++w) {
    const auto of_worker = team.worker_at(w).out.traffic();
    sent.resize(of_worker.size());
    for (std::size_t r = 0; r < of_worker.size(); ++r) {
      sent[r].parcels += of_worker[r].parcels;
      sent[r].bytes += of_worker[r].bytes;
    }
  }
  return sent;
}

/// What was counted between `before` and `after`; peaks are those of `after`.
metric_totals metrics_between(const metric_totals& before, const metric_totals& after) noexcept {
  metric_totals result = after;
  for (const metric_row& row : all_metrics()) {
    if (row.merge == metric_merge::maximum && row.unit == "bytes") { continue; }  // a peak
    result.values[static_cast<std::size_t>(row.id)] -= before[row.id];
  }
  return result;
}

std::vector<rank_traffic> traffic_between(const std::vector<rank_traffic>& before,
                                          std::vector<rank_traffic> after) {
  for (std::size_t r = 0; r < before.size(); ++r) {
    after[r].parcels -= before[r].parcels;
    after[r].bytes -= before[r].bytes;
  }
  return after;
}

/// One number of each rank for each metric, summed or compared. Call: collective.
std::vector<declared_total> declared_totals(rank_team& team,
                                            const std::vector<std::uint64_t>& before,
                                            const rank_counts& after) {
  const std::vector<declared_row>& rows = after.rows;
  std::vector<std::uint64_t> now = after.declared;
  // Metrics that were declared between the two stand behind those of before.
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (rows[i].merge == metric_merge::sum) { now[i] -= before[i]; }
  }
  const std::vector<std::uint64_t> sums = all_reduce(team, now, std::plus<std::uint64_t>());
  const std::vector<std::uint64_t> most =
      all_reduce(team, now, [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  std::vector<declared_total> totals;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_sum = rows[i].merge == metric_merge::sum;
    totals.push_back({rows[i].name, rows[i].merge, is_sum ? sums[i] : most[i]});
  }
  return totals;
}

struct skew_figure {
  metric which;
  const char* name;
};
constexpr std::array<skew_figure, 4> skew_figures = {
    {{metric::parcel_bytes_sent, "bytes_sent"},
     {metric::parcel_bytes_received, "bytes_received"},
     {metric::messages_handled, "messages_handled"},
     {metric::tasks_run, "tasks_run"}}};

}  // namespace

metric_totals team_counts::busiest() const noexcept {
  metric_totals most;
  for (const metric_totals& each : ranks) {
    for (std::size_t m = 0; m < num_metrics; ++m) {
      most.values[m] = std::max(most.values[m], each.values[m]);
    }
  }
  return most;
}

rank_counts count_rank(rank_team& team) {
  const auto rows = team.declarations().rows();
  return {team.metrics(), declared_by(team), {rows.begin(), rows.end()}, sent_by(team)};
}

team_counts gather_counts(rank_team& team, const rank_counts& before) {
  return gather_counts(team, before, count_rank(team));
}

team_counts gather_counts(rank_team& team, const rank_counts& before, rank_counts after) {
  require_same_declarations(team);
  const metric_totals own = metrics_between(before.metrics, after.metrics);
  team_counts counts;
  counts.all = all_reduce(team, own, [](metric_totals into, const metric_totals& from) {
    into.merge(from);
    return into;
  });
  for (const auto& of_rank : gather(team, std::span(&own, 1))) {
    counts.ranks.push_back(of_rank.front());
  }
  counts.declared = declared_totals(team, before.declared, after);
  counts.sent = traffic_between(before.sent, std::move(after.sent));
  return counts;
}

std::vector<rank_skew> skew_of(const team_counts& counts) {
  std::vector<rank_skew> skews;
  for (const skew_figure& figure : skew_figures) {
    std::vector<std::uint64_t> values;
    for (const metric_totals& each : counts.ranks) { values.push_back(each[figure.which]); }
    const auto most = std::max_element(values.begin(), values.end());
    if (most == values.end() || *most == 0) { continue; }
    rank_skew skew{figure.name, std::string(row_of(figure.which).unit), 0, *most,
                   static_cast<int>(most - values.begin())};
    std::sort(values.begin(), values.end());
    const std::uint64_t lower = values[(values.size() - 1) / 2];
    skew.median = lower + (values[values.size() / 2] - lower) / 2;
    skews.push_back(std::move(skew));
  }
  return skews;
}

void require_same_declarations(rank_team& team) {
  const std::uint64_t own = team.declarations().fingerprint();
  require_everywhere(all_min(team, own) == all_max(team, own),
                     "ranks have declared different metrics; declare the same ones in the "
                     "same order on every rank");
}

}  // namespace orujo
