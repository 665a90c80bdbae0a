// Mutex, condition, semaphore and barrier for tasks: who waits suspends, and the worker goes on.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <mutex>

#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/fiber_barrier.hpp"
#include "orujo/tasks/fiber_condition.hpp"
#include "orujo/tasks/fiber_mutex.hpp"
#include "orujo/tasks/fiber_semaphore.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

constexpr int guests = 50;

/// Three seats, a shared bill, and dessert only when everybody has eaten.
void dine() {
  orujo::fiber_semaphore seats(3);
  orujo::fiber_barrier everybody(guests);
  orujo::fiber_mutex inner;
  orujo::fiber_condition changed;
  int seated = 0;
  int most = 0;
  int desserts = 0;
  const auto guest = [&] {
    seats.acquire();
    {
      const std::lock_guard held(inner);
      most = std::max(most, ++seated);
    }
    for (int bite = 0; bite < 10; ++bite) { orujo::yield(); }  // others run meanwhile
    {
      const std::lock_guard held(inner);
      --seated;
    }
    seats.release();
    everybody.wait();
    const std::lock_guard held(inner);
    ++desserts;
    changed.notify_one();
  };
  orujo::finish([&] {
    for (int i = 0; i < guests; ++i) { orujo::spawn_stealable(guest); }
    std::unique_lock held(inner);
    changed.wait(held, [&] { return desserts == guests; });
    std::printf("%d desserts, at most %d at the table\n", desserts, most);
  });
  orujo::require(most <= 3, "synchronisation: too many sat down");
}

}  // namespace

int main() {
  orujo::run_team({.workers = 2}, [](orujo::rank_team& team) { orujo::run_global(team, dine); });
}
