// Tasks wait until others have changed what a mutex guards.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "orujo/tasks/fiber_mutex.hpp"

namespace orujo {

/// A condition variable for tasks, used with a fiber_mutex. No spurious wake-ups; between a notice
/// and the return of wait() others may hold the mutex, so a predicate is looked at again.
class fiber_condition {
public:
  fiber_condition() = default;
  fiber_condition(const fiber_condition&) = delete;
  fiber_condition& operator=(const fiber_condition&) = delete;

  /// Unlocks `held`, waits for a notice, locks again. Call: a task that holds the mutex; yields.
  void wait(std::unique_lock<fiber_mutex>& held) {
    std::unique_lock guard(inner_);
    held.unlock();  // a notice from now on finds us in the list, which we are about to join
    wait_in(waiting_, guard, "a fiber_condition to be notified");
    held.lock();
  }

  /// Waits until `predicate()` holds. Call: as above.
  template <typename Predicate>
  void wait(std::unique_lock<fiber_mutex>& held, Predicate predicate) {
    while (!predicate()) { wait(held); }
  }

  /// Wakes the task that has waited longest. Call: a task or a handler; never yields.
  void notify_one() {
    std::unique_lock guard(inner_);
    if (waiting_.empty()) { return; }
    waiting_place& next = waiting_.pop();
    guard.unlock();
    next.turn.signal();
  }

  /// Wakes all tasks that wait. Call: as notify_one().
  void notify_all() {
    std::unique_lock guard(inner_);
    waiting_place* const all = waiting_.take_all();
    guard.unlock();
    wait_list::signal_all(all);
  }

private:
  spin_lock inner_;
  wait_list waiting_;
};

}  // namespace orujo
