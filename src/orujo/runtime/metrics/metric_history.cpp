// Cuts what workers kept of their metrics into equal stretches of time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/metrics/metric_history.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/base/row_groups.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"

namespace orujo {

namespace {

/// What is drawn of a metric.
struct shown_metric {
  std::size_t index;  ///< Among the values of a moment.
  std::string name;
  std::string unit;
};

std::vector<shown_metric> metrics_to_show(rank_team& team) {
  std::vector<shown_metric> shown;
  for (std::size_t i = 0; i < sampled_metrics.size(); ++i) {
    const metric_row& row = row_of(sampled_metrics[i]);
    shown.push_back({i, std::string(row.name), std::string(row.unit)});
  }
  const auto rows = team.declarations().rows();
  for (std::size_t slot = 0; slot < rows.size(); ++slot) {
    if (rows[slot].merge != metric_merge::sum) { continue; }
    shown.push_back({sampled_metrics.size() + slot, rows[slot].name, rows[slot].name});
  }
  return shown;
}

/// Of one worker, up to now if it still keeps some.
std::span<const metric_moment> moments_of(worker& self) {
  if (self.samples == nullptr) { return {}; }
  self.samples->note(self.metrics, trace_now());
  return self.samples->moments();
}

std::uint64_t length_of(std::span<const metric_moment> moments) noexcept {
  return moments.empty() ? 0 : moments.back().when - moments.front().when;
}

/// The figures of all workers of a rank, metric by metric, each in `columns` stretches.
struct rank_figures {
  std::vector<double> sum;
  std::vector<double> most;
  std::vector<std::uint64_t> totals;
};

rank_figures figures_of(rank_team& team, const std::vector<shown_metric>& shown,
                        const sampled_time& stretch) {
  rank_figures all{std::vector<double>(shown.size() * stretch.columns),
                   std::vector<double>(shown.size() * stretch.columns),
                   std::vector<std::uint64_t>(shown.size())};
  for (int w = 0; w < team.num_workers(); ++w) {
    const auto moments = team.worker_at(w).samples->moments();
    for (std::size_t m = 0; m < shown.size(); ++m) {
      const std::size_t index = shown[m].index;
      all.totals[m] += moments.back().values[index] - moments.front().values[index];
      const std::vector<double> growth =
          growth_of(moments, index, {moments.front().when, stretch.length, stretch.columns});
      for (std::size_t c = 0; c < stretch.columns; ++c) {
        double& most = all.most[m * stretch.columns + c];
        all.sum[m * stretch.columns + c] += growth[c];
        most = std::max(most, growth[c]);
      }
    }
  }
  return all;
}

/// Of the rank that took the longest, from the start of each. Call: collective.
sampled_time time_of_slowest_rank(rank_team& team, std::size_t columns) {
  sampled_time stretch{0, 0, columns};
  for (int w = 0; w < team.num_workers(); ++w) {
    stretch.length = std::max(stretch.length, length_of(moments_of(team.worker_at(w))));
  }
  stretch.length = all_max(team, stretch.length);
  return stretch;
}

/// Adds what the workers of this rank counted to their cells, and to the total of `map`.
std::vector<double> cells_of_rank(rank_team& team, metric which, const sampled_time& stretch,
                                  metric_map& map) {
  const auto at = std::find(sampled_metrics.begin(), sampled_metrics.end(), which);
  ORUJO_ASSERT(at != sampled_metrics.end(), "the metric is kept over time");
  const auto index = static_cast<std::size_t>(at - sampled_metrics.begin());
  std::vector<double> cells(groups_of(map.workers).size() * stretch.columns);
  for (int w = 0; w < team.num_workers(); ++w) {
    const auto moments = team.worker_at(w).samples->moments();
    map.total += moments.back().values[index] - moments.front().values[index];
    const std::vector<double> growth =
        growth_of(moments, index, {moments.front().when, stretch.length, stretch.columns});
    const auto number = static_cast<std::size_t>(index_of(team.rank()) * team.num_workers() + w);
    const std::size_t row = number / map.workers_per_row * stretch.columns;
    for (std::size_t c = 0; c < stretch.columns; ++c) { cells[row + c] += growth[c]; }
  }
  return cells;
}

/// A part of `values`, each times `factor`.
std::vector<double> scaled_part(const std::vector<double>& values, std::size_t first,
                                std::size_t count, double factor) {
  std::vector<double> part(count);
  for (std::size_t i = 0; i < count; ++i) { part[i] = values[first + i] * factor; }
  return part;
}

}  // namespace

std::vector<double> growth_of(std::span<const metric_moment> moments, std::size_t index,
                              const sampled_time& time) {
  std::vector<double> growth(time.columns);
  const double width = time.at(1);
  for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
    const auto grown = static_cast<double>(moments[i + 1].values[index] - moments[i].values[index]);
    if (grown == 0 || moments[i].when < time.begin) { continue; }
    const auto from = static_cast<double>(moments[i].when - time.begin);
    const auto to = static_cast<double>(moments[i + 1].when - time.begin);
    const auto column_of = [&](double at) {
      return width > 0 ? std::min(static_cast<std::size_t>(at / width), time.columns - 1) : 0;
    };
    const std::size_t first = column_of(from);
    const std::size_t last = column_of(to);
    for (std::size_t c = first; c <= last; ++c) {
      const double begin = c == first ? from : time.at(c);
      const double end = c == last ? to : time.at(c + 1);
      growth[c] += to > from ? grown * std::max(0.0, end - begin) / (to - from) : grown;
    }
  }
  return growth;
}

metric_history gather_metric_history(rank_team& team, std::size_t columns) {
  if (team.worker_at(0).samples == nullptr) { return {}; }  // on every rank
  require_same_declarations(team);
  const sampled_time stretch = time_of_slowest_rank(team, columns);
  const std::vector<shown_metric> shown = metrics_to_show(team);
  rank_figures all = figures_of(team, shown, stretch);
  all.sum = all_reduce(team, std::move(all.sum), std::plus<double>());
  all.most =
      all_reduce(team, std::move(all.most), [](double a, double b) { return std::max(a, b); });
  all.totals = all_reduce(team, std::move(all.totals), std::plus<std::uint64_t>());
  const double seconds = stretch.at(1) * 1e-9;
  const double per_second = seconds > 0 ? 1 / seconds : 0;
  const auto workers = static_cast<double>(all_sum(team, team.num_workers()));
  metric_history history{.seconds_per_column = seconds, .curves = {}};
  for (std::size_t m = 0; m < shown.size(); ++m) {
    if (all.totals[m] == 0) { continue; }
    const std::size_t first = m * columns;
    history.curves.push_back({shown[m].name, shown[m].unit, all.totals[m],
                              scaled_part(all.sum, first, columns, per_second / workers),
                              scaled_part(all.most, first, columns, per_second)});
  }
  return history;
}

metric_map gather_metric_map(rank_team& team, metric which, std::size_t columns) {
  const metric_row& row = row_of(which);
  metric_map map{.name = std::string(row.name), .unit = std::string(row.unit), .rows = {}};
  if (team.worker_at(0).samples == nullptr) { return map; }  // on every rank
  map.workers_per_rank = static_cast<std::size_t>(team.num_workers());
  map.workers = static_cast<std::size_t>(team.size()) * map.workers_per_rank;
  map.workers_per_row = rows_per_group(map.workers);
  const sampled_time stretch = time_of_slowest_rank(team, columns);
  map.seconds_per_column = stretch.at(1) * 1e-9;
  std::vector<double> cells = cells_of_rank(team, which, stretch, map);
  cells = all_reduce(team, std::move(cells), std::plus<double>());
  map.total = all_sum(team, map.total);
  const double per_second = map.seconds_per_column > 0 ? 1 / map.seconds_per_column : 0;
  const std::vector<row_group> groups = groups_of(map.workers);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double factor = per_second / static_cast<double>(groups[g].size());
    map.rows.push_back(scaled_part(cells, g * columns, columns, factor));
  }
  return map;
}

std::vector<rank_rates> rates_of_rank(rank_team& team, std::size_t columns) {
  if (team.worker_at(0).samples == nullptr) { return {}; }
  sampled_time stretch{0, 0, columns};
  for (int w = 0; w < team.num_workers(); ++w) {
    const auto moments = moments_of(team.worker_at(w));
    stretch.length = std::max(stretch.length, length_of(moments));
    stretch.begin = moments.front().when;  // all began together
  }
  const std::vector<shown_metric> shown = metrics_to_show(team);
  const rank_figures all = figures_of(team, shown, stretch);
  const double per_second = stretch.length > 0 ? 1e9 / stretch.at(1) : 0;
  std::vector<rank_rates> result;
  for (std::size_t m = 0; m < shown.size(); ++m) {
    if (all.totals[m] == 0) { continue; }
    rank_rates of{shown[m].name, shown[m].unit, {}, {}};
    of.rates = scaled_part(all.sum, m * columns, columns, per_second);
    of.rates.push_back(0);
    for (std::size_t c = 0; c <= columns; ++c) {
      of.times.push_back(stretch.begin + static_cast<std::uint64_t>(stretch.at(c)));
    }
    result.push_back(std::move(of));
  }
  return result;
}

}  // namespace orujo
