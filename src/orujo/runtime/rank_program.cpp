// One rank from its first to its last line.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/rank_program.hpp"

#include <chrono>
#include <cstddef>
#include <exception>
#include <vector>

#include "orujo/base/time_slice.hpp"

namespace orujo {

namespace {

/// What each worker's thread does first: it binds itself to a core, if the settings say so and
/// there is a core for every thread, and asks for short turns, as workers wait for each other.
std::function<void(int)> first_steps(const endpoint_place& place, const settings& values,
                                     const machine_topology& topology) {
  const bool pins = values.flag(setting::pin_workers) && place.has_core_for_each_thread();
  return [&topology, pins, first = place.first_thread_on_host](int index) {
    if (pins) { pin_this_thread(topology, static_cast<std::size_t>(first + index)); }
    ask_for_short_slices();
  };
}

void describe_slices(report_card& card) {
  const std::chrono::duration<double, std::micro> slice = time_slice();
  card.add(report_section::scheduling,
           {"turns of workers",
            slice.count() > 0 ? "short where other programs want the cores, as workers wait for "
                                "each other"
                              : "as long as the system likes",
            slice.count() > 0 ? std::vector<report_number>{{"slice", slice.count(), "us"}}
                              : std::vector<report_number>{}});
}

}  // namespace

void run_rank(endpoint& transport, const settings& values, const machine_topology& topology,
              const std::function<void(rank_team&)>& program) {
  try {
    rank_team team(transport, values, first_steps(transport.place(), values, topology));
    describe_slices(team.card());
    try {
      program(team);
    } catch (...) {
      team.fail(std::current_exception());  // before the team goes: others may wait for it
    }
  } catch (...) { transport.failures().raise(transport.place().rank, std::current_exception()); }
}

}  // namespace orujo
