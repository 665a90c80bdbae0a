// Runs a program of tasks on a whole team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/spawn.hpp"
#include "orujo/tasks/spread.hpp"

namespace orujo {

/// Runs `main()` as a task on worker 0 of rank 0, while every worker of every rank runs tasks, and
/// returns on all ranks when all tasks of the team are done. `main` of other ranks is not called.
/// Call: collective; the program, outside on_workers(). The contract is in docs/contracts/task.md.
/// Throws: agreed_error, on every rank, if main or a task that no finish joins threw;
/// deadlock_error, on every rank, if all tasks wait; usage_error if the ranks run different
/// programs. Tasks that still wait then are given up: their destructors do not run.
void run_global(rank_team& team, const std::function<void()>& main);

/// Runs `body()` once as a task on every worker of the team, and waits for all of them.
/// Call: a task; yields. Throws: as finish(). Cost: as spawn_over().
template <spreading_body Body>
void on_all_workers(const Body& body) {
  finish([&] { spawn_over({0, this_scheduler().board().num_homes()}, body); });
}

/// As on_all_workers(), on one worker of every rank.
template <spreading_body Body>
void on_all_ranks(const Body& body) {
  finish([&] { spawn_over({0, this_scheduler().board().num_homes()}, body, spread_over::ranks); });
}

/// Has the scheduler of the calling worker ask `source` for work from now on, until the run ends.
/// Call: a task.
void add_work_source(work_source source);

/// Has the scheduler of the calling worker run `what` once `deadline` has come, before any other
/// task; the run does not end before. The clock is that of endpoint::now(), so a modelled one where
/// time is modelled. Call: anywhere inside run_global(); never yields. Cost: O(log n).
void schedule_at(std::chrono::steady_clock::time_point deadline, system_task what);

/// Has it run `what` every `period` from now on, before any other task, until the run ends.
/// `period` is above 0. Call, cost: as schedule_at().
void schedule_every(std::chrono::steady_clock::duration period, system_task what);

/// Waits until `deadline` has come, by the clock of endpoint::now(). Call: a task; yields.
void sleep_until(std::chrono::steady_clock::time_point deadline);

/// Waits for `time`. Call: a task; yields.
void sleep_for(std::chrono::steady_clock::duration time);

}  // namespace orujo
