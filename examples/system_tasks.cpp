// Watches a loop from beside it: every millisecond, before any other task, each rank says how far
// it is, and the main task sleeps until a deadline without holding up its worker.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>

#include "orujo/base/error.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

using std::chrono::milliseconds;

/// Where the travelling closures of this process find them.
std::atomic<std::uint64_t> iterations{0};
std::atomic<std::uint64_t> looks{0};

void watch() {
  orujo::schedule_every(milliseconds(1), [] { ++looks; });
}

void work_until(std::chrono::steady_clock::time_point deadline) {
  std::uint64_t loops = 0;
  orujo::finish([&] {
    orujo::spawn([&] {
      while (orujo::this_worker().team().transport().now() < deadline) {
        orujo::forall(0, 10'000, [](std::uint64_t) { ++iterations; });
        ++loops;
      }
    });
    orujo::sleep_until(deadline);  // the loop goes on meanwhile
  });
  std::printf("%llu loops\n", static_cast<unsigned long long>(loops));
}

void watched_loop(orujo::rank_team& team) {
  orujo::run_global(team, [&team] {
    orujo::on_all_ranks([] { watch(); });
    work_until(team.transport().now() + milliseconds(20));
  });
  std::printf("rank %d: looked %llu times, %llu iterations so far\n", index_of(team.rank()),
              static_cast<unsigned long long>(looks.load()),
              static_cast<unsigned long long>(iterations.load()));
  orujo::require(looks > 0, "20 deadlines have passed and no system task ran");
}

}  // namespace

int main() { orujo::run_team({}, watched_loop); }
