// What is too deep for the small stack of a task runs on that of its worker's thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/messaging/worker.hpp"

namespace orujo {

/// Runs `call()` on the stack of the worker's thread, where handlers are at home; a task that calls
/// this stays on its worker meanwhile, and what `call` spawns is not its own. Call: the worker.
template <typename Call>
void run_on_thread_stack(worker& self, Call call) {
  if (self.hop == nullptr) { return call(); }
  self.hop->run_on_thread_stack([](void* argument) { (*static_cast<Call*>(argument))(); }, &call);
}

}  // namespace orujo
