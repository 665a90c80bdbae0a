// Queues tasks: here, where others may take them, at a chosen worker of the team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <utility>

#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/post.hpp"
#include "orujo/tasks/task.hpp"

namespace orujo {

/// Queues `body()` on this worker, where it stays. Joined by the enclosing finish; in a handler,
/// which has none, by the end of the run only. Call: a task or a handler; never yields. `body` is
/// copied or moved; what it refers to outlives it. Cost: one cache line, and an allocation if the
/// closure is not plain data of at most 48 bytes.
template <task_body Body>
void spawn(Body&& body) {
  join* const counter = enclosing_join();
  const task work(std::forward<Body>(body), counter);  // throws before anybody waits for the task
  if (counter != nullptr) { counter->enroll(); }
  this_scheduler().add_private(work);
}

/// As spawn(), counted by `counter` instead.
template <task_body Body>
void spawn_into(join& counter, Body&& body) {
  const task work(std::forward<Body>(body), &counter);  // see spawn()
  counter.enroll();
  this_scheduler().add_private(work);
}

/// As spawn(), where an idle worker of the rank may take it.
template <task_body Body>
void spawn_stealable(Body&& body) {
  join* const counter = enclosing_join();
  const task work(std::forward<Body>(body), counter);  // see spawn()
  if (counter != nullptr) { counter->enroll(); }
  this_scheduler().add_public(work);
}

/// As spawn(), where an idle worker of any rank may take it: `body` travels, and what it refers to
/// is named by global pointers and the like. Cost: one cache line, and an allocation if the closure
/// has more than 40 bytes; to another rank, its part of a message.
template <travelling_closure Body>
  requires std::invocable<const Body&>
void spawn_anywhere(const Body& body) {
  static_cast<void>(closure_row<Body>.number());  // throws before anybody waits for the task
  join* const counter = enclosing_join();
  const task work = make_wandering_task(body, counter);
  if (counter != nullptr) { counter->enroll(); }
  this_scheduler().add_wandering(work);
}

/// Whether idle workers or ranks could take tasks of spawn_anywhere() from this worker, and would
/// find none: time for a task with much to do to spawn a part of it. Never with one worker in all.
/// Call: a task. Cost: a load.
[[nodiscard]] inline bool more_tasks_wanted() { return this_scheduler().wants_wandering(); }

/// Queues `body()` at worker `home` of the team, where it stays. Joined as spawn().
/// Call: as spawn(). Cost: to another worker, a message; see post().
template <travelling_closure Body>
  requires std::invocable<const Body&>
void spawn_at(home_id home, const Body& body) {
  task_board& board = this_scheduler().board();
  if (home == board.peer_on(board.team().rank())) { return spawn(body); }
  static_cast<void>(closure_row<Body>.number());  // throws before anybody waits for the task
  join* const counter = enclosing_join();
  if (counter != nullptr) { counter->enroll(); }
  board.post(home, body, closure_use::task, counter != nullptr ? counter->id() : join_id{});
}

}  // namespace orujo
