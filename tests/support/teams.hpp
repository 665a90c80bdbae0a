// Runs a test body on teams of many shapes and transports inside the test's process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/base/hash.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/transport/launcher.hpp"

namespace orujo::test {

/// Whether mpirun runs the tests: then all ranks are processes, and teams in one process are
/// left out.
inline bool under_mpirun() { return detect_launcher().present(); }

/// A team of `ranks` ranks with `workers` workers each. Under mpirun it has the settings of the
/// environment.
inline launch_options team_of(int ranks, int workers, std::string transport = "local") {
  launch_options options;
  options.ranks = ranks;
  options.workers = workers;
  options.transport = std::move(transport);
  if (under_mpirun()) { options.values.read_environment(); }
  return options;
}

/// With the setting `name` set to `value`.
inline launch_options with(launch_options options, std::string_view name, std::string_view value) {
  options.values.assign(name, value, setting_source::option);
  return options;
}

inline std::string sim_model_of(int seed, double latency_us = 3) {
  return "sim:latency=" + std::to_string(latency_us) +
         "us,jitter=20us,fail=0.02,seed=" + std::to_string(seed);
}

/// Sanitizers make all work dear, and each switch between threads dearer: sanitized tests run fewer
/// teams, in which each P and each W still appears, and less work where its amount is nothing that
/// is tested.
#if defined(ORUJO_SANITIZE_THREAD) || defined(ORUJO_SANITIZE_ADDRESS)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// Of the running test, a number of its own: networks differ from one test to another, and are the
/// same each time.
inline int seed_of_test() {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) { return 0; }
  const std::string name = std::string(test->test_suite_name()) + '.' + test->name();
  return static_cast<int>(hash_bytes(name) % 10000);
}

/// Every shape that distributed behaviour is tested at: P in {1,2,3,8} and W in {1,2,4}, on `local`
/// and on `sim` with `seeds` seeds, where parcels are late, out of order and sometimes refused.
/// Each P meets each W, and each transport and seed each P: pairs, as a third of the teams has them
/// that all triples would need. Under mpirun: its ranks, W in {1,2,4}.
inline std::vector<launch_options> all_teams(int seeds = 2) {
  std::vector<launch_options> teams;
  if (under_mpirun()) {
    for (const int workers : {1, 2, 4}) { teams.push_back(team_of(0, workers, "mpi")); }
    return teams;
  }
  const int first_seed = seed_of_test();
  const auto add = [&](int ranks, int workers, int network) {
    teams.push_back(
        team_of(ranks, workers, network == 0 ? "local" : sim_model_of(first_seed + network)));
  };
  if (is_sanitized) {
    for (const auto& [ranks, workers] : {std::pair(1, 4), {2, 2}, {8, 1}}) {
      add(ranks, workers, 0);
    }
    if (seeds == 0) {
      add(3, 1, 0);
      return teams;
    }
    for (const auto& [ranks, workers] : {std::pair(1, 2), {2, 4}, {3, 2}}) {
      add(ranks, workers, 1);
    }
    return teams;
  }
  const int networks = seeds + 1;
  constexpr int num_workers = 3;
  for (int turn = 0; turn < networks; turn += num_workers) {
    int shape = turn;
    for (const int ranks : {1, 2, 3, 8}) {
      int network = shape++;
      for (const int workers : {1, 2, 4}) { add(ranks, workers, network++ % networks); }
    }
  }
  return teams;
}

/// A few shapes, for what depends little on them. Under mpirun: its ranks, W in {1,2}.
inline std::vector<launch_options> few_teams() {
  if (under_mpirun()) { return {team_of(0, 1, "mpi"), team_of(0, 2, "mpi")}; }
  std::vector<launch_options> teams = {team_of(1, 4), team_of(2, 2), team_of(8, 1, sim_model_of(3)),
                                       team_of(3, 2, sim_model_of(1))};
  if (!is_sanitized) {
    for (const auto& [ranks, workers] : {std::pair(1, 1), {3, 1}}) {
      teams.push_back(team_of(ranks, workers));
    }
    teams.push_back(team_of(8, 2, sim_model_of(4)));
  }
  return teams;
}

/// How many workers there are on the rank that hears of all: the first; 0 on the others.
inline std::size_t workers_heard_of(const rank_team& team) {
  return index_of(team.rank()) == 0
             ? static_cast<std::size_t>(team.size()) * static_cast<std::size_t>(team.num_workers())
             : 0;
}

inline std::string name_of(const launch_options& options) {
  return std::to_string(options.ranks) + " ranks, " + std::to_string(options.workers) +
         " workers, " + options.transport;
}

/// Runs `body(team)` on every rank of each team; failures name the team.
inline void on_teams(const std::vector<launch_options>& teams,
                     const std::function<void(rank_team&)>& body) {
  for (const launch_options& options : teams) {
    if (under_mpirun() && options.transport != "mpi") { continue; }
    SCOPED_TRACE(name_of(options));
    run_team(options, [&](rank_team& team) {
      SCOPED_TRACE(name_of(options) + ", rank " + std::to_string(index_of(team.rank())));
      body(team);
    });
    if (testing::Test::HasFailure()) { return; }  // the first failing shape says enough
  }
}

}  // namespace orujo::test
