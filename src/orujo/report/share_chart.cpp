// Draws shares of time as stacked bars.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/share_chart.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "orujo/base/row_groups.hpp"
#include "orujo/report/stacked_bars.hpp"

namespace orujo {

namespace {

constexpr std::array<time_use, num_time_uses> all_uses = {time_use::computing, time_use::tasks,
                                                          time_use::handling, time_use::collectives,
                                                          time_use::waiting};

void add_to(worker_time& sum, const worker_time& each) {
  for (std::size_t i = 0; i < num_time_uses; ++i) { sum.seconds[i] += each.seconds[i]; }
}

/// The share of each use in whole percents, 100 in all: what is missing after all were rounded down
/// goes to those that lost most.
std::array<int, num_time_uses> whole_percents(const worker_time& all) {
  std::array<int, num_time_uses> percents{};
  std::array<double, num_time_uses> lost{};
  int missing = all.total() > 0 ? 100 : 0;
  for (std::size_t i = 0; i < num_time_uses; ++i) {
    const double exact = 100 * all.share(all_uses[i]);
    percents[i] = static_cast<int>(exact);
    lost[i] = exact - percents[i];
    missing -= percents[i];
  }
  for (; missing > 0; --missing) {
    const auto most =
        static_cast<std::size_t>(std::max_element(lost.begin(), lost.end()) - lost.begin());
    ++percents[most];
    lost[most] = 0;
  }
  return percents;
}

worker_time sum_of(const std::vector<worker_time>& workers) {
  worker_time sum;
  for (const worker_time& each : workers) { add_to(sum, each); }
  return sum;
}

}  // namespace

std::string share_chart(const std::vector<worker_time>& workers) {
  stacked_bars bars{.title = "Where the time of the last trial went", .parts = {}, .rows = {}};
  for (const time_use use : all_uses) { bars.parts.emplace_back(name_of(use)); }
  for (const row_group& group : groups_of(workers.size())) {
    const worker_time& first = workers[group.first];
    worker_time sum;
    for (std::size_t i = group.first; i < group.end; ++i) { add_to(sum, workers[i]); }
    stacked_row& row = bars.rows.emplace_back();
    row.name = name_of_group(fmt::format("{} · {}", first.rank, first.worker), group);
    for (const time_use use : all_uses) {
      row.parts.push_back(sum.seconds[static_cast<std::size_t>(use)]);
    }
  }
  return svg_of(bars);
}

std::string sentence_of(const std::vector<worker_time>& workers) {
  const worker_time all = sum_of(workers);
  std::string text = "Workers spent their time";
  const char* before = " ";
  const std::array<int, num_time_uses> percents = whole_percents(all);
  for (std::size_t i = 0; i < num_time_uses; ++i) {
    if (percents[i] == 0) { continue; }
    const time_use use = all_uses[i];
    const bool is_doing =
        use == time_use::computing || use == time_use::handling || use == time_use::waiting;
    text += fmt::format("{}{}{} ({} %)", before, is_doing ? "" : "in ", name_of(use), percents[i]);
    before = ", ";
  }
  if (workers.size() < 2) { return text + "."; }
  const auto waits_less = [](const worker_time& a, const worker_time& b) {
    return a.share(time_use::waiting) < b.share(time_use::waiting);
  };
  const worker_time& most = *std::max_element(workers.begin(), workers.end(), waits_less);
  const worker_time& least = *std::min_element(workers.begin(), workers.end(), waits_less);
  return text + fmt::format(
                    "; worker {} of rank {} waited the longest ({:.0f} %), worker {} of "
                    "rank {} the least ({:.0f} %).",
                    most.worker, most.rank, 100 * most.share(time_use::waiting), least.worker,
                    least.rank, 100 * least.share(time_use::waiting));
}

}  // namespace orujo
