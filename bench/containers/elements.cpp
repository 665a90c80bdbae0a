// Elements per second: those that all workers add to a vector, and put into a queue and take out.
// Under mpirun, those of all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/containers/queue.hpp"
#include "orujo/containers/vector.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using clock_type = std::chrono::steady_clock;

/// Calls `body(self, i)` for each i below `count`, shared out among all workers, and returns how
/// many that are in a second.
template <typename Body>
double rate_of(orujo::rank_team& team, std::uint64_t count, Body body) {
  const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
  const auto before = clock_type::now();
  orujo::run_epoch(team, [&](orujo::worker& self) {
    const std::uint64_t own = orujo::home_number_of(self);
    for (std::uint64_t i = count * own / workers; i < count * (own + 1) / workers; ++i) {
      body(self, i);
    }
  });
  return static_cast<double>(count) /
         std::chrono::duration<double>(clock_type::now() - before).count() * 1e-6;
}

void measure(orujo::rank_team& team, std::uint64_t count, bool combines) {
  orujo::vector<std::uint64_t> elements(team, {.reduction = combines});
  const double added = rate_of(team, count, [&](orujo::worker& self, std::uint64_t i) {
    elements.from(self).async_push_back(i);
  });
  orujo::require(elements.size() == count, "an element is missing");
  orujo::queue<std::uint64_t> waiting(team, {.reduction = combines});
  const double pushed = rate_of(
      team, count, [&](orujo::worker& self, std::uint64_t i) { waiting.from(self).async_push(i); });
  const double popped = rate_of(team, count, [&](orujo::worker& self, std::uint64_t) {
    waiting.from(self).async_pop([](std::uint64_t&) {});
  });
  orujo::require(waiting.size() == 0, "an element is left");
  if (orujo::index_of(team.rank()) != 0) { return; }
  std::printf("vector: %.2f M push_back/s; queue: %.2f M pushes/s, %.2f M pops/s\n", added, pushed,
              popped);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t count = std::uint64_t{1} << 23U;
  int workers = 1;
  int trials = 3;
  bool plain = false;
  CLI::App app("Elements of vectors and queues per second");
  app.add_option("--elements", count, "in all")->check(CLI::PositiveNumber);
  app.add_option("--workers", workers, "threads of each rank")->check(CLI::PositiveNumber);
  app.add_option("--trials", trials)->check(CLI::PositiveNumber);
  app.add_flag("--plain", plain, "a request for each operation");
  CLI11_PARSE(app, argc, argv);
  try {
    orujo::launch_options launch;
    launch.workers = workers;
    launch.values.read_environment();
    orujo::run_team(launch, [&](orujo::rank_team& team) {
      for (int trial = 0; trial < trials; ++trial) { measure(team, count, !plain); }
    });
  } catch (const orujo::error& why) {
    std::fprintf(stderr, "%s\n", why.what());
    return static_cast<int>(why.code());
  }
}
