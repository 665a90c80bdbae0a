// Waits for everything that was spawned inside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <utility>

#include "orujo/tasks/join.hpp"

namespace orujo {

/// The innermost finish that counts the running task; nullptr if only the run does.
/// Call: a task; in a handler it is nullptr.
[[nodiscard]] inline join* enclosing_join() {
  const task_fiber* const running = this_scheduler().current();
  return running != nullptr ? running->enclosing : nullptr;
}

/// The innermost finish that counts the running task, seen from this rank. Call: a task.
[[nodiscard]] inline join& current_join() { return *enclosing_join(); }

/// Runs `body()`, then waits for all tasks spawned inside, by them, and so on, on every rank.
/// Call: a task; yields. Throws: task_error, the first failure of the body or of a task, once all
/// is joined. Cost: one join on the stack; each rank that was given tasks sends one message back.
template <typename Body>
void finish(Body&& body);

}  // namespace orujo

#include "orujo/tasks/task_board.hpp"

namespace orujo {

template <typename Body>
void finish(Body&& body) {
  scheduler& here = this_scheduler();
  task_fiber& self = *here.current();
  join inside(here.board());
  join* const outside = std::exchange(self.enclosing, &inside);
  try {
    body();
  } catch (...) { inside.fail(std::current_exception()); }
  self.enclosing = outside;
  inside.wait();
}

}  // namespace orujo
