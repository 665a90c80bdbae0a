// Runs a body as the main task of teams of many shapes, with global memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_array.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// Runs `body()` as the main task on each team.
inline void with_memory(const std::vector<launch_options>& teams,
                        const std::function<void()>& body) {
  on_teams(teams, [&](rank_team& team) {
    global_memory memory(team);
    run_global(team, body);
  });
}

/// All elements, read by delegates from many tasks. Call: a task; yields.
template <typename T>
std::vector<T> values_of(const global_array<T>& array) {
  std::vector<T> values(array.size());
  forall_here(0, array.size(), [&](std::uint64_t i) { values[i] = delegate::read(array.at(i)); });
  return values;
}

/// The worker with this number, counted around.
inline home_id some_home(std::uint64_t number) {
  return home_id{static_cast<std::uint32_t>(number % this_memory().num_homes())};
}

}  // namespace orujo::test
