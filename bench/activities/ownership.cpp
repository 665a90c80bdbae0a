// Activities over elements of several ranks: the four scenarios of M. Besta and T. Hoefler
// (Accelerating Irregular Computations with Hardware Transactional Memory and Active Messages,
// HPDC 2015, 5.7). Each rank runs x activities, each of which marks a elements of its own and b of
// others, all drawn.
//
//   bench_activities_ownership [--ranks P] [--workers W] [--transport T] [--elements N]
//                              [--in-flight F,…] [--backoff-us B] [--trials T] [--csv FILE]
//
// Prints a Markdown table: by how many activities of a worker are under way (0: as many as pay), of
// the best trial the time of an activity of one rank, that is, all of the time by x, and for each
// activity messages, parcels, refusals and retries. Under mpirun with the ranks that it starts.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "activities/result_table.hpp"
#include "orujo/activities/distributed/distributed_activities.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;
using bench::shown;

struct bench_options {
  launch_options team;
  std::uint32_t elements = 65'536;  // of each rank
  std::vector<std::size_t> in_flight = {0};
  int backoff_us = 10'000;
  int trials = 5;
  std::string csv;
};

struct scenario {
  const char* name;
  std::uint64_t activities;
  std::uint32_t local;
  std::uint32_t remote;
  std::size_t in_flight = 0;
};

constexpr std::array scenarios = {scenario{"O-1", 1'000, 5, 1}, scenario{"O-2", 10'000, 5, 1},
                                  scenario{"O-3", 1'000, 7, 3}, scenario{"O-4", 10'000, 7, 3}};

/// Marks elements.
struct marking {
  static constexpr std::size_t most = 10;
  struct arguments {
    std::uint32_t size;
    std::uint32_t marker;
    std::array<global_element, most> names;
  };
  using element = std::uint32_t;

  element* marks;

  [[nodiscard]] element& place(std::uint32_t number) const { return marks[number]; }
  template <typename Visit>
  void touches(const arguments& wanted, Visit visit) const {
    for (std::uint32_t i = 0; i < wanted.size; ++i) { visit(wanted.names[i]); }
  }
  template <typename Access>
  void act(Access& access, const arguments& wanted) const {
    for (std::uint32_t i = 0; i < wanted.size; ++i) {
      access.write(wanted.names[i], wanted.marker);
    }
  }
};

[[nodiscard]] marking::arguments drawn(random_stream& random, const rank_team& team,
                                       const scenario& what, std::uint32_t elements) {
  marking::arguments made{.size = 0, .marker = 1, .names = {}};
  const auto others = static_cast<std::uint64_t>(std::max(1, team.size() - 1));
  for (std::uint32_t i = 0; i < what.local + what.remote; ++i) {
    const int steps = i < what.local ? 0 : 1 + static_cast<int>(random.below(others));
    const rank_id owner{(index_of(team.rank()) + steps) % team.size()};
    made.names[made.size++] = {owner, static_cast<std::uint32_t>(random.below(elements))};
  }
  return made;
}

/// What a trial came to, over all ranks.
struct outcome {
  double seconds = 0;
  std::uint64_t parcels = 0;
  ownership_counts counts;
};

[[nodiscard]] outcome run_trial(rank_team& team, const bench_options& options, const scenario& what,
                                std::uint64_t seed) {
  std::vector<std::uint32_t> marks(options.elements, 0);
  distributed_activities<marking> all(
      team, marking{marks.data()},
      {.in_flight = what.in_flight,
       .longest_backoff = std::chrono::microseconds(options.backoff_us)});
  const std::uint64_t parcels = team.metrics()[metric::parcels_sent];
  barrier(team);
  const auto start = std::chrono::steady_clock::now();
  all.run([&](worker& self) {
    const auto workers = static_cast<std::uint64_t>(team.num_workers());
    const auto me = static_cast<std::uint64_t>(self.index());
    random_stream random(seed, static_cast<std::uint64_t>(index_of(team.rank())) * workers + me);
    for (std::uint64_t i = me; i < what.activities; i += workers) {
      all.spawn(self, drawn(random, team, what, options.elements));
    }
  });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  outcome mine{all_max(team, took.count()),
               all_sum(team, team.metrics()[metric::parcels_sent] - parcels),
               {}};
  for (const ownership_counts& each : all_gather(team, all.counts())) { mine.counts.add(each); }
  return mine;
}

/// On the first rank a row of the table, else none.
std::vector<std::string> row_of(rank_team& team, const bench_options& options,
                                const scenario& what) {
  outcome best;
  for (int trial = 0; trial < options.trials; ++trial) {
    const outcome now = run_trial(team, options, what, static_cast<std::uint64_t>(trial));
    if (trial == 0 || now.seconds < best.seconds) { best = now; }
  }
  if (index_of(team.rank()) > 0) { return {}; }
  const auto all = static_cast<double>(best.counts.activities);
  const auto each = [all](std::uint64_t count) {
    return shown(static_cast<double>(count) / all, 4);
  };
  return {what.name,
          std::to_string(what.in_flight),
          shown(1e6 * best.seconds / static_cast<double>(what.activities), 2),
          each(best.counts.messages()),
          each(best.parcels),
          each(best.counts.refusals),
          each(best.counts.retries)};
}

void run_all(rank_team& team, const bench_options& options) {
  std::optional<bench::result_table> table;
  if (index_of(team.rank()) == 0) {
    table.emplace(std::vector<std::string>{"scenario", "in flight", "us per activity", "messages",
                                           "parcels", "refusals", "retries"},
                  options.csv);
  }
  for (scenario each : scenarios) {
    for (const std::size_t in_flight : options.in_flight) {
      each.in_flight = in_flight;
      const std::vector<std::string> row = row_of(team, options, each);
      if (table) { table->add(row); }
    }
  }
}

int run(int argc, char** argv) {
  bench_options options;
  options.team.values.read_environment();
  options.team.workers = 1;
  CLI::App app("Activities over elements of several ranks");
  app.add_option("--ranks", options.team.ranks);
  app.add_option("--workers", options.team.workers);
  app.add_option("--transport", options.team.transport);
  app.add_option("--elements", options.elements);
  app.add_option("--in-flight", options.in_flight, "0: adapted")->delimiter(',');
  app.add_option("--backoff-us", options.backoff_us);
  app.add_option("--trials", options.trials);
  app.add_option("--csv", options.csv);
  CLI11_PARSE(app, argc, argv);
  run_team(options.team, [&](rank_team& team) { run_all(team, options); });
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& problem) {
    print_status(fmt::format("{}\n", problem.what()));
    return 1;
  }
}
