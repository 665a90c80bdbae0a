// Tasks of all ranks wait until others have changed what a mutex guards.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <mutex>
#include <type_traits>

#include "orujo/base/error.hpp"
#include "orujo/memory/synchronisation/global_mutex.hpp"

namespace orujo {

/// The state of a condition variable, at the home of its mutex. Zero bytes are one that nobody
/// waits for. Plain data. Call: at its home; tasks use a global_condition.
class condition_state {
public:
  /// Unlocks `mutex`; answers `who` when it was notified and holds the mutex again.
  void wait(const asking_task& who, mutex_state& mutex) {
    waiting_.push({who, &mutex});
    mutex.unlock();
  }

  void notify_one() {
    if (waiting_.empty()) { return; }
    const sleeper first = waiting_.pop();
    first.mutex->lock(first.who);
  }

  /// Only those that wait now: who is woken may wait again meanwhile.
  void notify_all() {
    waiting_queue<sleeper> woken = std::exchange(waiting_, {});
    while (!woken.empty()) {
      const sleeper first = woken.pop();
      first.mutex->lock(first.who);
    }
  }

private:
  struct sleeper {
    asking_task who;
    mutex_state* mutex;  // of the same home
  };
  waiting_queue<sleeper> waiting_;
};

/// What holds a global_mutex: std::unique_lock of it, or of a const one.
template <typename Lock>
concept global_lock = std::same_as<std::remove_const_t<typename Lock::mutex_type>, global_mutex>;

/// Names a condition variable for tasks of all ranks, used with a global_mutex of the same home.
/// Plain data. No spurious wake-ups; between a notice and the return of wait() others may hold the
/// mutex, so a predicate is looked at again.
class global_condition {
public:
  global_condition() = default;  ///< None.
  explicit global_condition(global_pointer<condition_state> at) : at_(at) {}

  /// Unlocks `held`, waits for a notice, locks again. Call: a task that holds the mutex; yields.
  /// Throws: usage_error if the mutex lies at another home. Cost: elsewhere, a message of 48 bytes,
  /// and one of 16 back.
  template <global_lock Lock>
  void wait(const Lock& held) const {
    const global_pointer<mutex_state> mutex = held.mutex()->at();
    require(mutex.home() == at_.home(), "a global_condition lies at the home of its mutex");
    delegate::await_turn<void>(at_, "a global_condition to be notified",
                               [mutex](condition_state& changed, const asking_task& self) {
                                 changed.wait(self, mutex.get());
                               });
  }

  /// Waits until `predicate()` holds. Call: as above.
  template <global_lock Lock, typename Predicate>
  void wait(const Lock& held, Predicate predicate) const {
    while (!predicate()) { wait(held); }
  }

  /// Wakes the task that has waited longest; joined by the enclosing finish.
  /// Call: a task or a handler; never yields. Cost: elsewhere, a message of 16 bytes.
  void notify_one() const {
    delegate::tell(at_, [](condition_state& changed) { changed.notify_one(); });
  }

  /// Wakes all tasks that wait. Call: as notify_one().
  void notify_all() const {
    delegate::tell(at_, [](condition_state& changed) { changed.notify_all(); });
  }

  [[nodiscard]] global_pointer<condition_state> at() const noexcept { return at_; }

private:
  global_pointer<condition_state> at_;
};

}  // namespace orujo
