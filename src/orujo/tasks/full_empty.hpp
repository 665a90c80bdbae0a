// A word that is full or empty: readers wait until it is full, writers until it is empty.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <type_traits>
#include <utility>

#include "orujo/tasks/wait_list.hpp"

namespace orujo {

/// A value with a full/empty bit, and queues of tasks that wait for either. Shared by the tasks of
/// a rank.
///
/// - Every operation is atomic. Readers that wait are served in the order in which they came, and
///   writers likewise: each value goes to whom it is due, without a race.
/// - fill(), clear() and full() are legal in handlers, too: a reply may fill a word that a task
///   waits for.
/// - What was done before a word was filled is visible to who reads it.
/// - Memory: the value and five words. Cost: 5–10 ns for an operation that does not wait.
template <typename T>
  requires std::is_default_constructible_v<T> && std::is_copy_assignable_v<T>
class full_empty {
public:
  /// An empty word.
  full_empty() = default;
  /// A full one.
  explicit full_empty(T value) : value_(std::move(value)), full_(true) {}
  full_empty(const full_empty&) = delete;
  full_empty& operator=(const full_empty&) = delete;

  /// Waits until it is full, and returns a copy; it stays full. Call: a task; yields unless it is.
  [[nodiscard]] T read_full() { return get(then::stays_full); }

  /// Waits until it is full, empties it, and returns the value. Call: a task; yields unless it is.
  [[nodiscard]] T take() { return get(then::is_empty); }

  /// Waits until it is empty, and fills it. Call: a task; yields unless it is.
  void put(T value) {
    std::unique_lock guard(inner_);
    if (full_) {
      place mine(std::move(value), then::stays_full);
      return wait_in(writers_, mine, guard, "a full_empty word to be emptied");
    }
    store(guard, std::move(value));
  }

  /// Fills it, whatever it was. Call: a task or a handler; never yields.
  void fill(T value) {
    std::unique_lock guard(inner_);
    store(guard, std::move(value));
  }

  /// Empties it, whatever it was. Call: a task or a handler; never yields.
  void clear() {
    std::unique_lock guard(inner_);
    full_ = false;
    settle(guard);
  }

  /// Whether it is full now. Call: a task or a handler.
  [[nodiscard]] bool full() const {
    const std::lock_guard guard(inner_);
    return full_;
  }

private:
  enum class then : bool { stays_full, is_empty };
  struct place : waiting_place {
    place(T what, then state) : value(std::move(what)), after(state) {}
    T value;
    then after;
  };

  T get(then after) {
    std::unique_lock guard(inner_);
    if (!full_) {
      place mine(T{}, after);
      wait_in(readers_, mine, guard, "a full_empty word to be filled");
      return std::move(mine.value);
    }
    T value = value_;
    if (after == then::is_empty) {
      full_ = false;
      settle(guard);
    }
    return value;
  }

  void store(std::unique_lock<spin_lock>& guard, T value) {
    value_ = std::move(value);
    full_ = true;
    settle(guard);
  }

  /// Serves those who wait, as far as the word's state lets it; then lets go of `guard`.
  void settle(std::unique_lock<spin_lock>& guard) {
    wait_list served;
    while (!(full_ ? readers_ : writers_).empty()) {
      place& next = static_cast<place&>((full_ ? readers_ : writers_).pop());
      if (full_) {
        next.value = value_;
        full_ = next.after == then::stays_full;
      } else {
        value_ = std::move(next.value);
        full_ = true;
      }
      served.push(next);
    }
    guard.unlock();
    wait_list::signal_all(served.take_all());
  }

  mutable spin_lock inner_;
  T value_{};
  bool full_ = false;
  wait_list readers_;
  wait_list writers_;
};

}  // namespace orujo
