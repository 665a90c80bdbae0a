// A number of permits that tasks of all ranks take and give back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/memory/synchronisation/deferred_call.hpp"
#include "orujo/memory/synchronisation/waiting_queue.hpp"

namespace orujo {

/// The state of a counting semaphore, at its home. Zero bytes are one without permits. Plain data.
/// Call: at its home; tasks use a global_semaphore.
class semaphore_state {
public:
  semaphore_state() = default;
  explicit semaphore_state(std::uint64_t permits) : permits_(permits) {}

  /// Answers `who` when it has a permit: now, or later.
  void acquire(const asking_task& who) {
    if (try_acquire()) {
      this_memory().answer(who);
    } else {
      waiting_.push(who);
    }
  }

  [[nodiscard]] bool try_acquire() noexcept {
    if (permits_ == 0) { return false; }
    --permits_;
    return true;
  }

  void release(std::uint64_t permits) {
    permits_ += permits;
    while (permits_ > 0 && !waiting_.empty()) {
      --permits_;
      this_memory().answer(waiting_.pop());
    }
  }

private:
  waiting_queue<asking_task> waiting_;
  std::uint64_t permits_ = 0;
};

/// Names a semaphore anywhere in the team: plain data that travels. First come first served. The
/// contract is in docs/contracts/synchronisation.md. Memory ordering: what was done before a
/// release is visible after the acquire that it let through.
class global_semaphore {
public:
  global_semaphore() = default;  ///< None.
  explicit global_semaphore(global_pointer<semaphore_state> at) : at_(at) {}

  /// Takes a permit. Call: a task; yields unless there is one here. Cost: elsewhere, a message of
  /// 32 bytes, and one of 16 back.
  void acquire() const {
    delegate::await_turn<void>(
        at_, "a permit of a global_semaphore",
        [](semaphore_state& permits, const asking_task& self) { permits.acquire(self); });
  }

  /// Takes a permit if there is one. Call: as acquire().
  [[nodiscard]] bool try_acquire() const {
    return delegate::call(at_, [](semaphore_state& permits) { return permits.try_acquire(); });
  }

  /// Gives permits, first to the tasks that have waited longest; joined by the enclosing finish.
  /// Call: a task or a handler; never yields. Cost: elsewhere, a message of 32 bytes.
  void release(std::uint64_t permits = 1) const {
    delegate::tell(at_, [permits](semaphore_state& all) { all.release(permits); });
  }

  [[nodiscard]] global_pointer<semaphore_state> at() const noexcept { return at_; }

private:
  global_pointer<semaphore_state> at_;
};

}  // namespace orujo
