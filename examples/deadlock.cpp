// Two tasks wait for each other for ever: the run ends with an error that says what each waits for.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/full_empty.hpp"
#include "orujo/tasks/run_global.hpp"
#include "orujo/tasks/task_errors.hpp"

namespace {

void wait_for_each_other() {
  orujo::full_empty<int> left;
  orujo::full_empty<int> right;
  orujo::finish([&] {
    orujo::spawn([&] { right.put(left.take()); });
    orujo::spawn([&] { left.put(right.take()); });
  });
}

}  // namespace

int main() {
  orujo::run_team({.workers = 1}, [](orujo::rank_team& team) {
    try {
      orujo::run_global(team, wait_for_each_other);
    } catch (const orujo::deadlock_error& problem) {
      std::printf("%s\n", problem.what());
      return;
    }
    orujo::require(false, "deadlock: it was not found");
  });
}
