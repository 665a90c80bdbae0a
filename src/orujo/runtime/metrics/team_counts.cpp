// Gathers the counters of all ranks, and compares them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/metrics/team_counts.hpp"

#include <algorithm>
#include <array>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// What a rank tells the others. Plain data.
struct rank_letter {
  metric_totals metrics;
  std::array<std::uint64_t, most_declared_metrics> declared;
  std::uint64_t fingerprint;  ///< Of what it has declared.
};

void merge_into(std::uint64_t& value, std::uint64_t more, metric_merge merge) noexcept {
  value = merge == metric_merge::sum ? value + more : std::max(value, more);
}

rank_letter letter_of(rank_team& team) {
  rank_letter letter{team.metrics(), {}, team.declarations().fingerprint()};
  const auto rows = team.declarations().rows();
  for (std::size_t slot = 0; slot < rows.size(); ++slot) {
    for (int w = 0; w < team.num_workers(); ++w) {
      merge_into(letter.declared[slot],
                 team.worker_at(w).metrics.value(static_cast<declared_slot>(slot)),
                 rows[slot].merge);
    }
  }
  return letter;
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

void require_same(bool same) {
  require_everywhere(same,
                     "ranks have declared different metrics; declare the same ones in the "
                     "same order on every rank");
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

metric_totals team_counts::all() const noexcept {
  metric_totals all;
  for (const metric_totals& of_rank : ranks) { all.merge(of_rank); }
  return all;
}

team_counts count_team(rank_team& team) {
  team_counts counts{.ranks = {}, .declared = {}, .sent = sent_by(team)};
  for (const declared_row& row : team.declarations().rows()) {
    counts.declared.push_back({row.name, row.merge, 0});
  }
  const std::vector<rank_letter> letters = all_gather(team, letter_of(team));
  bool same = true;
  for (const rank_letter& each : letters) {
    same = same && each.fingerprint == letters.front().fingerprint;
    counts.ranks.push_back(each.metrics);
    for (std::size_t slot = 0; slot < counts.declared.size(); ++slot) {
      declared_total& total = counts.declared[slot];
      merge_into(total.value, each.declared[slot], total.merge);
    }
  }
  require_same(same);
  return counts;
}

metric_totals metrics_between(const metric_totals& before, const metric_totals& after) noexcept {
  metric_totals result = after;
  for (const metric_row& row : all_metrics()) {
    if (row.merge == metric_merge::maximum && row.unit == "bytes") { continue; }  // a peak
    result.values[static_cast<std::size_t>(row.id)] -= before[row.id];
  }
  return result;
}

team_counts counts_between(const team_counts& before, const team_counts& after) {
  team_counts result = after;
  for (std::size_t r = 0; r < result.ranks.size(); ++r) {
    result.ranks[r] = metrics_between(before.ranks[r], after.ranks[r]);
  }
  // Metrics that were declared between the two stand behind those of before.
  for (std::size_t i = 0; i < before.declared.size(); ++i) {
    if (result.declared[i].merge == metric_merge::maximum) { continue; }
    result.declared[i].value -= before.declared[i].value;
  }
  for (std::size_t r = 0; r < result.sent.size(); ++r) {
    result.sent[r].parcels -= before.sent[r].parcels;
    result.sent[r].bytes -= before.sent[r].bytes;
  }
  return result;
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
  const std::vector<std::uint64_t> all = all_gather(team, own);
  require_same(
      std::all_of(all.begin(), all.end(), [&](std::uint64_t each) { return each == all.front(); }));
}

}  // namespace orujo
