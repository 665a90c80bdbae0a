// Very many tasks that wait: what each costs in memory and time.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: suspended [TASKS] [name=value]...
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

/// Memory of this process that is resident now, in bytes.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages >> pages;
  return pages * 4096;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void run(orujo::rank_team& team, std::uint64_t tasks) {
  std::vector<orujo::suspension*> all;
  all.reserve(tasks);
  std::uint64_t woken = 0;
  std::uint64_t bytes = 0;
  const std::uint64_t before = resident_bytes();
  const auto start = std::chrono::steady_clock::now();
  orujo::run_global(team, [&] {
    for (std::uint64_t i = 0; i < tasks; ++i) {
      orujo::spawn([&] {
        orujo::suspension mine;
        all.push_back(&mine);
        if (all.size() == tasks) {
          bytes = resident_bytes() - before;
          for (orujo::suspension* const each : all) { each->signal(); }
        }
        mine.wait("all others");
        ++woken;
      });
    }
  });
  const double seconds = seconds_since(start);
  orujo::require(woken == tasks, "suspended: some tasks did not continue");
  std::printf(
      "{\"name\": \"suspended\", \"tasks\": %llu, \"bytes\": %llu, \"bytes_per_task\": %.0f, "
      "\"seconds\": %.3f}\n",
      static_cast<unsigned long long>(tasks), static_cast<unsigned long long>(bytes),
      static_cast<double>(bytes) / static_cast<double>(tasks), seconds);
}

}  // namespace

int main(int count, char** words) try {
  const std::uint64_t tasks = count > 1 ? std::stoull(words[1]) : 1'000'000;
  orujo::launch_options options{.ranks = 1, .workers = 1, .transport = "local", .values = {}};
  for (int i = 2; i < count; ++i) {
    options.values.assign_pair(words[i], orujo::setting_source::option);
  }
  orujo::run_team(options, [tasks](orujo::rank_team& team) { run(team, tasks); });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "suspended: %s\n", problem.what());
  return 2;
}
