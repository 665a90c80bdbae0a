// What an activity costs by how many operators it has, and by how many workers are in its way.
//
//   bench_activities_costs [--workers W] [--operators N] [--rounds R] [--csv FILE]
//
// After figures 2 and 3 of M. Besta and T. Hoefler, *Accelerating irregular computations with
// hardware transactional memory and active messages*, HPDC 2015: marking an element, and adding to
// one, the same 10 or 100 times in a row by all workers, or each drawn; by 1 … W workers, under
// each mechanism that runs here. Prints the time of an activity of M operators, the line A * M + B
// through the times, how far it is off, and the attempts that were given up for each 1000
// activities, by reason.
//
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "activities/result_table.hpp"
#include "orujo/activities/choice/isolation_trials.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;
using bench::shown;

constexpr std::array<std::size_t, 9> sizes = {1, 2, 4, 8, 16, 32, 64, 128, 256};

const char* name_of_work(trial_work work) {
  return work == trial_work::marking ? "mark" : "accumulate";
}

std::string per_1000(std::uint64_t events, std::uint64_t activities) {
  return shown(1000 * static_cast<double>(events) / static_cast<double>(activities), 2);
}

void add_rows(bench::result_table& table, const isolation_trial& trial,
              const std::vector<isolation_cost>& costs) {
  std::vector<cost_point> points;
  for (const isolation_cost& each : costs) { points.push_back(each.points.front()); }
  const cost_line line = fitted_cost(points).value_or(cost_line());
  for (const isolation_cost& each : costs) {
    const cost_point& point = each.points.front();
    const activity_counts& counts = each.counts;
    table.add(
        {name_of_work(trial.work), std::to_string(trial.in_a_row), std::to_string(trial.workers),
         std::string(name_of(each.mechanism)), shown(point.operators, 0), shown(point.nanoseconds),
         shown(line.each_ns, 2), shown(line.once_ns), shown(100 * line.worst_miss, 0),
         per_1000(counts.conflicts, counts.activities),
         per_1000(counts.overflows, counts.activities), per_1000(counts.others, counts.activities),
         per_1000(counts.serialised, counts.activities)});
  }
}

void measure_trial(isolation_trials& trials, const isolation_trial& trial,
                   bench::result_table& table) {
  for (const mechanism_kind kind : isolation_trials::served(trial)) {
    std::vector<isolation_cost> costs;
    for (const std::size_t size : sizes) {
      costs.push_back(trials.measure(kind, trial, std::array{size}));
    }
    add_rows(table, trial, costs);
  }
}

void measure_all(rank_team& team, const isolation_trial& pace, const std::string& csv) {
  bench::result_table table({"work", "same", "workers", "isolation", "M", "ns", "A", "B",
                             "off by %", "conflicts", "overflows", "others", "alone"},
                            csv);
  isolation_trials trials(team, std::uint64_t{1} << 20U);
  for (const auto work : {trial_work::marking, trial_work::accumulating}) {
    for (const std::uint32_t in_a_row : {10U, 100U, 0U}) {
      for (int workers = 1; workers <= team.num_workers(); ++workers) {
        isolation_trial trial = pace;
        trial.work = work;
        trial.in_a_row = in_a_row;
        trial.workers = workers;
        measure_trial(trials, trial, table);
      }
    }
  }
}

}  // namespace

int main(int count, char** words) try {
  orujo::launch_options shape{.ranks = 1, .workers = 2};
  orujo::isolation_trial pace{.operators = 1U << 15U, .rounds = 9};
  std::string csv;
  CLI::App program("What an activity costs by its size");
  program.add_option("--workers", shape.workers);
  program.add_option("--operators", pace.operators, "Of each worker");
  program.add_option("--rounds", pace.rounds, "The quickest counts");
  program.add_option("--csv", csv);
  CLI11_PARSE(program, count, words);
  orujo::run_team(shape, [&](orujo::rank_team& team) { measure_all(team, pace, csv); });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "costs: %s\n", problem.what());
  return 2;
}
