// Fibers that wait for the same thing, first come first served.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <utility>

#include "orujo/base/spin_lock.hpp"
#include "orujo/tasks/scheduler.hpp"
#include "orujo/tasks/suspension.hpp"

namespace orujo {

/// A place in a wait_list: on the stack of the fiber that waits.
struct waiting_place {
  suspension turn;
  waiting_place* next = nullptr;
};

/// A queue of waiting fibers, guarded by the lock of what they wait for. Two words.
class wait_list {
public:
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

// GCC 12 warns of the address of a local variable, which is taken out before its task goes on.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdangling-pointer"
#endif
  void push(waiting_place& place) noexcept {
    (last_ == nullptr ? first_ : last_->next) = &place;
    last_ = &place;
  }
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC diagnostic pop
#endif

  /// The one that came first; there is one.
  [[nodiscard]] waiting_place& pop() noexcept {
    waiting_place& place = *first_;
    first_ = std::exchange(place.next, nullptr);
    if (first_ == nullptr) { last_ = nullptr; }
    return place;
  }

  /// All of them, as a chain; the list is empty then.
  [[nodiscard]] waiting_place* take_all() noexcept {
    last_ = nullptr;
    return std::exchange(first_, nullptr);
  }

  /// Signals a chain. A place may be gone as soon as it is signalled.
  static void signal_all(waiting_place* chain) {
    while (chain != nullptr) { std::exchange(chain, chain->next)->turn.signal(); }
  }

private:
  waiting_place* first_ = nullptr;
  waiting_place* last_ = nullptr;
};

/// Queues the calling task's `place` in `list`, lets go of `guard`, and waits for the turn.
inline void wait_in(wait_list& list, waiting_place& place, std::unique_lock<spin_lock>& guard,
                    const char* reason) {
  list.push(place);
  guard.unlock();
  place.turn.wait(reason);
}

/// As above, with a place of its own.
inline void wait_in(wait_list& list, std::unique_lock<spin_lock>& guard, const char* reason) {
  waiting_place place;
  wait_in(list, place, guard, reason);
}

/// Lets go of `guard` and signals the fiber that waits longest in `list`, of which there is one.
inline void signal_first(wait_list& list, std::unique_lock<spin_lock>& guard) {
  waiting_place& next = list.pop();
  guard.unlock();
  next.turn.signal();
}

}  // namespace orujo
