// Runs a program of tasks on a whole team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/spawn.hpp"

namespace orujo {

/// Runs `main()` as a task on worker 0 of rank 0, while every worker of every rank runs tasks, and
/// returns on all ranks when all tasks of the team are done. `main` of other ranks is not called.
/// Call: collective; the program, outside on_workers(). The contract is in docs/contracts/task.md.
/// Throws: agreed_error, on every rank, if main or a task that no finish joins threw;
/// deadlock_error, on every rank, if all tasks wait; usage_error if the ranks run different
/// programs. Tasks that still wait then are given up: their destructors do not run.
void run_global(rank_team& team, const std::function<void()>& main);

/// Runs `body()` once as a task on every worker of the team, and waits for all of them.
/// Call: a task; yields. Throws: as finish().
template <travelling_closure Body>
  requires std::invocable<const Body&>
void on_all_workers(const Body& body) {
  finish([&] {
    rank_team& team = this_scheduler().board().team();
    const auto homes = static_cast<std::uint32_t>(team.size() * team.num_workers());
    for (std::uint32_t home = 0; home < homes; ++home) { spawn_at(home_id{home}, body); }
  });
}

/// Has the scheduler of the calling worker ask `source` for work from now on, until the run ends.
/// Call: a task.
void add_work_source(work_source source);

}  // namespace orujo
