// A library with closures that travel, which is loaded after the program has begun.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/run_global.hpp"
#include "orujo/tasks/spawn.hpp"

using namespace orujo;

extern "C" void run_late_closures(rank_team& team, std::atomic<int>& heard) {
  const auto homes = static_cast<std::uint32_t>(team.size() * team.num_workers());
  std::atomic<int>* const sum = &heard;
  run_global(team, [&] {
    finish([&] {
      for (std::uint32_t home = 0; home < homes; ++home) {
        spawn_at(home_id{home}, [sum] { sum->fetch_add(1); });
      }
    });
  });
}

extern "C" void spawn_late_closure(std::atomic<int>& heard) {
  std::atomic<int>* const sum = &heard;
  finish([&] { spawn_at(home_id{1}, [sum] { sum->fetch_add(1000); }); });
}
