// One fiber waits once for one signal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/base/mpsc_queue.hpp"
#include "orujo/tasks/task_fiber.hpp"

namespace orujo {

/// What a fiber waits on, made by that fiber, usually on its stack. One signal; it may come first.
///
/// Memory ordering: what was done before signal() is visible after wait().
/// Cost: no atomic read-modify-write if the signal comes on the fiber's own worker; else one queue
/// entry.
class suspension final : public queue_link {
public:
  /// Call: a task; its fiber is the one that will wait.
  suspension();
  /// `waiter` is the one that will wait. Call: its worker.
  explicit suspension(task_fiber& waiter) noexcept : fiber_(waiter) {}
  suspension(const suspension&) = delete;
  suspension& operator=(const suspension&) = delete;

  /// Waits for the signal. `reason` says in words what for; it lives for ever.
  /// Call: the task that made it, once; yields unless the signal has come.
  void wait(const char* reason);

  /// Ends the wait. It may be gone when this returns. Call: once; any worker of the rank, also in a
  /// handler; never yields.
  void signal();

  /// Whether the signal has come. Call: the worker of the fiber that waits.
  [[nodiscard]] bool signalled() const noexcept { return signalled_; }

private:
  friend class scheduler;

  void signal_at_home();

  task_fiber& fiber_;
  bool signalled_ = false;  // these two: the fiber's worker only
  bool waiting_ = false;
};

}  // namespace orujo
