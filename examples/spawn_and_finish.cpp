// Tasks that spawn tasks, on all ranks: finish waits for all of them, and hears of their errors.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

/// Spawns a binary tree of tasks, each at another worker than its parent; every one counts itself.
void grow(orujo::global_pointer<int> count, int depth) {
  orujo::delegate::async_add(count, 1);
  if (depth == 0) { return; }
  const std::uint32_t homes = orujo::this_memory().num_homes();
  const std::uint32_t here = orujo::index_of(orujo::this_memory().home());
  for (std::uint32_t child = 1; child <= 2; ++child) {
    orujo::spawn_at(orujo::home_id{(here + child) % homes},
                    [count, depth] { grow(count, depth - 1); });
  }
}

void run() {
  int tasks = 0;
  orujo::finish([&] { grow(orujo::global(tasks), 10); });
  std::printf("%d tasks\n", tasks);
  orujo::require(tasks == 2047, "spawn_and_finish: some tasks were not waited for");
  try {
    orujo::finish([] {
      orujo::spawn_at(orujo::home_id{3}, [] { throw orujo::usage_error("no such thing here"); });
    });
  } catch (const orujo::task_error& problem) { std::printf("%s\n", problem.what()); }
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 2, .workers = 2}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, run);
  });
}
