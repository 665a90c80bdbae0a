// A number of tasks wait for each other, again and again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>

#include "orujo/tasks/wait_list.hpp"

namespace orujo {

/// A barrier for a fixed number of tasks of one rank.
/// Memory ordering: what any of them did before wait() is visible to all after it.
class fiber_barrier {
public:
  explicit fiber_barrier(std::int64_t tasks) : tasks_(tasks) {}
  fiber_barrier(const fiber_barrier&) = delete;
  fiber_barrier& operator=(const fiber_barrier&) = delete;

  /// Waits until as many tasks as it is for have called this. Call: a task; yields, but for the
  /// last.
  void wait() {
    std::unique_lock guard(inner_);
    if (++arrived_ < tasks_) { return wait_in(waiting_, guard, "the others at a fiber_barrier"); }
    arrived_ = 0;
    waiting_place* const all = waiting_.take_all();
    guard.unlock();
    wait_list::signal_all(all);
  }

private:
  spin_lock inner_;
  std::int64_t tasks_;
  std::int64_t arrived_ = 0;
  wait_list waiting_;
};

}  // namespace orujo
