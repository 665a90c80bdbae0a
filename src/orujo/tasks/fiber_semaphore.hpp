// A number of permits that tasks take and give back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>

#include "orujo/tasks/wait_list.hpp"

namespace orujo {

/// A counting semaphore for the tasks of one rank; first come first served.
/// Memory ordering: what was done before a release is visible after the acquire that it let
/// through.
class fiber_semaphore {
public:
  explicit fiber_semaphore(std::int64_t permits) : permits_(permits) {}
  fiber_semaphore(const fiber_semaphore&) = delete;
  fiber_semaphore& operator=(const fiber_semaphore&) = delete;

  /// Takes a permit. Call: a task; yields while there is none.
  void acquire() {
    std::unique_lock guard(inner_);
    if (permits_ > 0) {
      --permits_;
    } else {
      wait_in(waiting_, guard, "a permit of a fiber_semaphore");
    }
  }

  [[nodiscard]] bool try_acquire() {
    const std::lock_guard guard(inner_);
    if (permits_ == 0) { return false; }
    --permits_;
    return true;
  }

  /// Gives a permit, to the task that has waited longest if there is one.
  /// Call: a task or a handler; never yields.
  void release() {
    std::unique_lock guard(inner_);
    if (waiting_.empty()) {
      ++permits_;
    } else {
      signal_first(waiting_, guard);
    }
  }

private:
  spin_lock inner_;
  std::int64_t permits_;
  wait_list waiting_;
};

}  // namespace orujo
