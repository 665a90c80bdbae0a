// Unions per second: a disjoint_set of random pairs. Under mpirun, that of all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/containers/disjoint_set.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point before) {
  return std::chrono::duration<double>(clock_type::now() - before).count();
}

/// As many pairs as there are keys.
void measure(orujo::rank_team& team, std::uint64_t keys) {
  orujo::disjoint_set<std::uint64_t> sets(team);
  const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
  const auto before = clock_type::now();
  orujo::run_epoch(team, [&](orujo::worker& self) {
    const std::uint64_t own = orujo::home_number_of(self);
    auto out = sets.from(self);
    for (std::uint64_t i = keys * own / workers; i < keys * (own + 1) / workers; ++i) {
      out.async_union(orujo::mix64(2 * i) % keys, orujo::mix64(2 * i + 1) % keys);
    }
  });
  const double united = seconds_since(before);
  sets.find_all();
  const double all = seconds_since(before);
  const auto size = static_cast<unsigned long long>(sets.size());
  const auto found = static_cast<unsigned long long>(sets.num_sets());
  if (orujo::index_of(team.rank()) != 0) { return; }
  std::printf(
      "disjoint_set: %.3f s unions, %.3f s to find all, %.2f M unions/s; %llu sets of %llu\n",
      united, all - united, static_cast<double>(keys) / all * 1e-6, found, size);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t keys = std::uint64_t{1} << 20U;
  int workers = 1;
  int trials = 3;
  CLI::App app("Unions of random pairs per second");
  app.add_option("--keys", keys, "of which pairs are drawn, and as many pairs")
      ->check(CLI::PositiveNumber);
  app.add_option("--workers", workers, "threads of each rank")->check(CLI::PositiveNumber);
  app.add_option("--trials", trials)->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  try {
    orujo::launch_options launch;
    launch.workers = workers;
    launch.values.read_environment();
    orujo::run_team(launch, [&](orujo::rank_team& team) {
      for (int trial = 0; trial < trials; ++trial) { measure(team, keys); }
    });
  } catch (const orujo::error& why) {
    std::fprintf(stderr, "%s\n", why.what());
    return static_cast<int>(why.code());
  }
}
