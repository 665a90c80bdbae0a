// Trials of isolation, one after the other, and how their costs are shown.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/machine/isolation_study.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/text_table.hpp"

namespace orujo::cli {

namespace {

constexpr std::uint64_t tuned_elements = std::uint64_t{1} << 20U;  // 8 MiB

std::string_view name_of(trial_work work) {
  switch (work) {
    case trial_work::marking: return "marking";
    case trial_work::accumulating: return "accumulating";
    case trial_work::several: break;
  }
  return "several";
}

std::vector<int> numbers_of_workers(int all) {
  std::vector<int> numbers;
  for (int w = 1; w < all; w *= 2) { numbers.push_back(w); }
  numbers.push_back(all);
  return numbers;
}

std::vector<isolation_trial> trials_of(int all_workers, const isolation_trial& pace) {
  std::vector<isolation_trial> trials;
  for (const int workers : numbers_of_workers(all_workers)) {
    for (const auto work : {trial_work::marking, trial_work::accumulating, trial_work::several}) {
      for (const std::uint32_t in_a_row : {10U, 100U, 0U}) {
        trials.push_back(pace);
        trials.back().workers = workers;
        trials.back().work = work;
        trials.back().in_a_row = in_a_row;
      }
    }
  }
  return trials;
}

std::vector<cost_line> lines_of(const isolation_case& each) {
  std::vector<cost_line> lines;
  for (const isolation_cost& cost : each.costs) { lines.push_back(cost.line); }
  return lines;
}

std::vector<cheapest_range> ranges_of(const isolation_case& each) {
  return cheapest_ranges(lines_of(each), most_compared);
}

/// The one that others are compared with: the cheapest for one operator.
std::size_t finest_of(const isolation_case& each) { return ranges_of(each).front().line; }

// --- for programs --------------------------------------------------------------------------------

json cost_document(const isolation_cost& cost, const cost_line& finest) {
  json entry;
  entry["isolation"] = name_of(cost.mechanism);
  entry["each_ns"] = cost.line.each_ns;
  entry["once_ns"] = cost.line.once_ns;
  entry["worst_miss"] = cost.line.worst_miss;
  const auto from = crossing_point(finest, cost.line);
  entry["cheaper_from"] = from ? json(*from) : json(nullptr);
  entry["points"] = json::array();
  for (const cost_point& point : cost.points) {
    entry["points"].push_back({{"operators", point.operators}, {"nanoseconds", point.nanoseconds}});
  }
  entry["aborts"] = {{"activities", cost.counts.activities},
                     {"conflicts", cost.counts.conflicts},
                     {"overflows", cost.counts.overflows},
                     {"others", cost.counts.others},
                     {"serialised", cost.counts.serialised}};
  return entry;
}

json case_document(const isolation_case& each) {
  json entry;
  entry["work"] = name_of(each.trial.work);
  entry["in_a_row"] = each.trial.in_a_row;
  entry["workers"] = each.trial.workers;
  entry["finest"] = name_of(each.costs[finest_of(each)].mechanism);
  entry["costs"] = json::array();
  for (const isolation_cost& cost : each.costs) {
    entry["costs"].push_back(cost_document(cost, each.costs[finest_of(each)].line));
  }
  entry["cheapest"] = json::array();
  for (const cheapest_range& range : ranges_of(each)) {
    entry["cheapest"].push_back(
        {{"from", range.from}, {"isolation", name_of(each.costs[range.line].mechanism)}});
  }
  return entry;
}

// --- for people ----------------------------------------------------------------------------------

std::string heading_of(const isolation_trial& trial) {
  const char* const what = trial.work == trial_work::marking        ? "marking one element"
                           : trial.work == trial_work::accumulating ? "adding to one element"
                                                                    : "reading four, writing one";
  const std::string which =
      trial.in_a_row == 0 ? "each drawn" : fmt::format("the same {} times", trial.in_a_row);
  return fmt::format("{}, {}, {} worker{}\n", what, which, trial.workers,
                     trial.workers == 1 ? "" : "s");
}

std::string crossing_text(const isolation_case& each, std::size_t i) {
  const std::size_t finest = finest_of(each);
  if (i == finest) { return "-"; }
  const auto from = crossing_point(each.costs[finest].line, each.costs[i].line);
  return from ? fmt::format("from {}", *from) : "never";
}

std::string cheapest_text(const isolation_case& each) {
  std::vector<std::string> parts;
  for (const cheapest_range& range : ranges_of(each)) {
    parts.push_back(
        fmt::format("{} from {}", name_of(each.costs[range.line].mechanism), range.from));
  }
  std::string text;
  const std::string all = fmt::format("cheapest: {}", fmt::join(parts, ", "));
  for (const std::string& line : wrapped_lines(all, terminal_columns - 2)) {
    text += "  " + line + "\n";
  }
  return text + "\n";
}

std::string case_text(const isolation_case& each) {
  text_table table;
  table.add({"ISOLATION", "A ns", "B ns", "OFF BY",
             fmt::format("CHEAPER THAN {}", name_of(each.costs[finest_of(each)].mechanism))});
  for (std::size_t i = 0; i < each.costs.size(); ++i) {
    const cost_line& line = each.costs[i].line;
    table.add({std::string(name_of(each.costs[i].mechanism)), fmt::format("{:.1f}", line.each_ns),
               fmt::format("{:.1f}", line.once_ns), fmt::format("{:.0f} %", 100 * line.worst_miss),
               crossing_text(each, i)});
  }
  return heading_of(each.trial) + table.text("  ") + cheapest_text(each);
}

}  // namespace

std::vector<isolation_case> study_isolation(rank_team& team, const isolation_trial& pace,
                                            const std::function<void(int, int)>& on_case) {
  const auto trials = trials_of(team.num_workers(), pace);
  isolation_trials bench(team, tuned_elements);
  std::vector<isolation_case> cases;
  for (const isolation_trial& trial : trials) {
    cases.push_back({trial, {}});
    for (const mechanism_kind kind : isolation_trials::served(trial)) {
      cases.back().costs.push_back(bench.measure(kind, trial, isolation_sizes));
    }
    on_case(static_cast<int>(cases.size()), static_cast<int>(trials.size()));
  }
  return cases;
}

json document_of(const std::vector<isolation_case>& cases) {
  json document = new_document("tune");
  document["isolation"] = json::array();
  for (const isolation_case& each : cases) { document["isolation"].push_back(case_document(each)); }
  return document;
}

std::string text_of(const std::vector<isolation_case>& cases) {
  std::string text;
  for (const isolation_case& each : cases) { text += case_text(each); }
  text += fmt::format(
      "An activity of N operators takes A * N + B nanoseconds; OFF BY is how far that\n"
      "is from the worst of {} measured sizes, 1 to {}.\n",
      std::size(isolation_sizes), *std::prev(std::end(isolation_sizes)));
  return text;
}

}  // namespace orujo::cli
