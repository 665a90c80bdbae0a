// A loop whose iterations take very different times: idle workers take parts of it from others.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <cstdio>

#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/forall.hpp"

namespace {

/// Steps until the Collatz sequence of `number` reaches 1.
std::uint64_t steps_of(std::uint64_t number) {
  std::uint64_t steps = 0;
  for (; number != 1; ++steps) { number = number % 2 == 0 ? number / 2 : 3 * number + 1; }
  return steps;
}

void add_up_steps() {
  std::atomic<std::uint64_t> total{0};
  orujo::forall_here(1, 100'001, [&](std::uint64_t number) { total.fetch_add(steps_of(number)); },
                     {.tasks = orujo::loop_tasks::stealable});
  orujo::require(total == 10'753'840, "uneven_loop: an iteration was lost");
  std::printf("%llu steps\n", static_cast<unsigned long long>(total));
}

}  // namespace

int main() {
  orujo::run_team({.workers = 2}, [](orujo::rank_team& team) {
    orujo::run_global(team, add_up_steps);
    const auto stolen = team.metrics()[orujo::metric::tasks_stolen];
    std::printf("tasks taken from another worker: %llu\n", static_cast<unsigned long long>(stolen));
  });
}
