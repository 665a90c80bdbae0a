// Mutual exclusion of the tasks of all ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/memory/synchronisation/deferred_call.hpp"
#include "orujo/memory/synchronisation/waiting_queue.hpp"

namespace orujo {

/// The state of a mutex, at its home. Zero bytes are one that is free. Plain data: arrays of global
/// memory hold it. Call: at its home; tasks use a global_mutex.
class mutex_state {
public:
  /// Answers `who` when it has the mutex: now, or later.
  void lock(const asking_task& who) {
    if (std::exchange(held_, true)) {
      waiting_.push(who);
    } else {
      this_memory().answer(who);
    }
  }

  [[nodiscard]] bool try_lock() noexcept { return !std::exchange(held_, true); }

  /// Hands it to the task that has waited longest.
  void unlock() {
    ORUJO_ASSERT(held_, "a global_mutex is unlocked by who locked it");
    if (waiting_.empty()) {
      held_ = false;
    } else {
      this_memory().answer(waiting_.pop());  // still held, by that one
    }
  }

private:
  waiting_queue<asking_task> waiting_;
  bool held_ = false;
};

/// Names a mutex anywhere in the team: plain data that travels. It meets the standard's Lockable,
/// so std::lock_guard and std::unique_lock take it. First come first served; not recursive. The
/// contract is in docs/contracts/synchronisation.md. Call: a task. Memory ordering: as any mutex.
class global_mutex {
public:
  global_mutex() = default;  ///< None.
  explicit global_mutex(global_pointer<mutex_state> at) : at_(at) {}

  /// Waits until it is free, and takes it. Call: a task; yields unless it is free and here.
  /// Cost: elsewhere, a message of 32 bytes, and one of 16 back.
  void lock() const {
    delegate::await_turn<void>(
        at_, "a global_mutex to be unlocked",
        [](mutex_state& mutex, const asking_task& self) { mutex.lock(self); });
  }

  /// Takes it if it is free. Call: a task; yields unless it is here. Cost: as lock().
  [[nodiscard]] bool try_lock() const {
    return delegate::call(at_, [](mutex_state& mutex) { return mutex.try_lock(); });
  }

  /// Hands it to the task that has waited longest; joined by the enclosing finish.
  /// Call: a task or a handler; never yields. Cost: elsewhere, a message of 16 bytes.
  void unlock() const {
    delegate::tell(at_, [](mutex_state& mutex) { mutex.unlock(); });
  }

  [[nodiscard]] global_pointer<mutex_state> at() const noexcept { return at_; }

private:
  global_pointer<mutex_state> at_;
};

}  // namespace orujo
