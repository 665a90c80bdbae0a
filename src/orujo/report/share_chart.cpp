// Draws shares of time as stacked bars.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/share_chart.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "orujo/base/row_groups.hpp"
#include "orujo/report/svg.hpp"

namespace orujo {

namespace {

constexpr double shares_left = 60;
constexpr double shares_top = 46;
constexpr double shares_width = 820;

// Of time_use, in its order; tell apart with any sight of colours, since they differ in lightness.
constexpr std::array<const char*, num_time_uses> use_colours = {"#08519c", "#4a90c2", "#f0a35e",
                                                                "#a65628", "#dde3ea"};
constexpr std::array<time_use, num_time_uses> all_uses = {time_use::computing, time_use::tasks,
                                                          time_use::handling, time_use::collectives,
                                                          time_use::waiting};

struct bar {
  std::string name;
  worker_time time;
};

void add_to(worker_time& sum, const worker_time& each) {
  for (std::size_t i = 0; i < num_time_uses; ++i) { sum.seconds[i] += each.seconds[i]; }
}

std::vector<bar> bars_of(const std::vector<worker_time>& workers) {
  std::vector<bar> bars;
  for (const row_group& group : groups_of(workers.size())) {
    const worker_time& first = workers[group.first];
    bar sum{name_of_group(fmt::format("{} · {}", first.rank, first.worker), group), {}};
    for (std::size_t i = group.first; i < group.end; ++i) { add_to(sum.time, workers[i]); }
    bars.push_back(std::move(sum));
  }
  return bars;
}

/// Whether a use makes half a percent of the time or more.
bool is_seen(const worker_time& all, time_use use) { return all.share(use) >= 0.005; }

std::string legend(const worker_time& all) {
  std::string text;
  double x = shares_left;
  for (const time_use use : all_uses) {
    if (!is_seen(all, use)) { continue; }
    const std::string name = fmt::format("{} {:.0f} %", name_of(use), 100 * all.share(use));
    text += svg_rectangle({x, 24, 12, 12}, use_colours[static_cast<std::size_t>(use)]);
    text += svg_label(x + 16, 34, "start", name);
    x += 36 + 6.2 * static_cast<double>(name.size());
  }
  return text;
}

worker_time sum_of(const std::vector<worker_time>& workers) {
  worker_time sum;
  for (const worker_time& each : workers) { add_to(sum, each); }
  return sum;
}

}  // namespace

std::string share_chart(const std::vector<worker_time>& workers) {
  const std::vector<bar> bars = bars_of(workers);
  const auto rows = static_cast<double>(std::max<std::size_t>(1, bars.size()));
  const double height = std::clamp(240 / rows, 9.0, 24.0);
  const double bottom = shares_top + rows * height;
  const std::string title = "Where the time of the last trial went";
  std::string text = svg_begin({shares_left + shares_width + 30, bottom + 24}, title);
  text += svg_label(shares_left, 14, "start", title) + legend(sum_of(workers));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double y = shares_top + static_cast<double>(i) * height;
    text += svg_label(shares_left - 6, y + height / 2 + 4, "end", bars[i].name);
    double x = shares_left;
    for (const time_use use : all_uses) {
      const double width = shares_width * bars[i].time.share(use);
      if (width > 0) {
        text += svg_rectangle({x, y, width, height - (height > 12 ? 1 : 0)},
                              use_colours[static_cast<std::size_t>(use)]);
      }
      x += width;
    }
  }
  for (const int part : {0, 25, 50, 75, 100}) {
    text += svg_label(shares_left + shares_width * part / 100, bottom + 14, "middle",
                      fmt::format("{} %", part));
  }
  return text + "</svg>\n";
}

std::string sentence_of(const std::vector<worker_time>& workers) {
  const worker_time all = sum_of(workers);
  std::string text = "Workers spent their time";
  const char* before = " ";
  for (const time_use use : all_uses) {
    if (!is_seen(all, use)) { continue; }
    const bool is_doing =
        use == time_use::computing || use == time_use::handling || use == time_use::waiting;
    text += fmt::format("{}{}{} ({:.0f} %)", before, is_doing ? "" : "in ", name_of(use),
                        100 * all.share(use));
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
