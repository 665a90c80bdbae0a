// Closures that run inside a handler at a chosen worker of the team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/base/ids.hpp"
#include "orujo/tasks/closure_table.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

/// Runs `closure()` or `closure(worker&)` inside a handler at worker `home`, one closure at a time
/// there. It must not yield or throw; it may post, spawn, signal and send. The run does not end
/// before. Call: a task or a handler, inside run_global(); never yields. No order is promised.
/// Cost: sizeof(F) rounded up to 16 bytes, and 16 more, on the wire.
template <travelling_closure F>
void post(home_id home, const F& closure) {
  this_scheduler().board().post(home, closure, closure_use::handler);
}

}  // namespace orujo
