// One rank from its first to its last line.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/rank_program.hpp"

#include <cstddef>
#include <exception>

namespace orujo {

namespace {

/// What each worker's thread does first: it binds itself to a core, if the settings say so and
/// there is a core for every thread.
std::function<void(int)> worker_pinning(const endpoint_place& place, const settings& values,
                                        const machine_topology& topology) {
  if (!values.flag(setting::pin_workers) || !place.has_core_for_each_thread()) { return {}; }
  return [&topology, first = place.first_thread_on_host](int index) {
    pin_this_thread(topology, static_cast<std::size_t>(first + index));
  };
}

}  // namespace

void run_rank(endpoint& transport, const settings& values, const machine_topology& topology,
              const std::function<void(rank_team&)>& program) {
  try {
    rank_team team(transport, values, worker_pinning(transport.place(), values, topology));
    try {
      program(team);
    } catch (...) {
      team.fail(std::current_exception());  // before the team goes: others may wait for it
    }
  } catch (...) { transport.failures().raise(transport.place().rank, std::current_exception()); }
}

}  // namespace orujo
