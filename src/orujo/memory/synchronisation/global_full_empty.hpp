// Words that are full or empty, for tasks of all ranks: readers wait for full, writers for empty.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "orujo/memory/synchronisation/deferred_call.hpp"
#include "orujo/memory/synchronisation/waiting_queue.hpp"

namespace orujo {

/// What a full/empty word can hold: it waits, and travels.
template <typename T>
concept full_empty_value = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> &&
                           sizeof(T) <= 192;

/// A value with a full/empty bit, at its home. Zero bytes are a word that is empty. Plain data.
/// Call: at its home; tasks use a global_full_empty.
/// Memory: the value, a bit and a word.
template <full_empty_value T>
class full_empty_state {
public:
  /// An empty word.
  full_empty_state() = default;
  /// A full one.
  explicit full_empty_state(const T& value) : value_(value), full_(true) {}

  /// Answers `who` with the value when it is full: now, or later. It stays full.
  void read_full(const asking_task& who) { visit({who, purpose::read, T{}}); }
  /// The same, and empties it.
  void take(const asking_task& who) { visit({who, purpose::take, T{}}); }
  /// Fills it when it is empty, and answers `who` then.
  void put(const asking_task& who, const T& value) { visit({who, purpose::put, value}); }

  void fill(const T& value) {
    value_ = value;
    full_ = true;
    settle();
  }

  void clear() {
    full_ = false;
    settle();
  }

  [[nodiscard]] bool full() const noexcept { return full_; }

private:
  enum class purpose : std::uint8_t { read, take, put };
  struct visitor {
    asking_task who;
    purpose why;
    T value;
  };

  [[nodiscard]] bool may(const visitor& next) const noexcept {
    return full_ == (next.why != purpose::put);
  }

  void visit(const visitor& next) {
    // Who waits already waits for the same: of the two kinds one is always served at once.
    if (!may(next)) { return waiting_.push(next); }
    serve(next);
    settle();
  }

  /// Answering may handle messages, whose handlers visit: the word is in order before.
  void serve(const visitor& next) {
    if (next.why == purpose::put) {
      value_ = next.value;
      full_ = true;
      return this_memory().answer(next.who);
    }
    const T value = value_;
    full_ = next.why == purpose::read;
    this_memory().answer(next.who, value);
  }

  /// Serves those who wait, as far as the word's state lets it.
  void settle() {
    while (!waiting_.empty() && may(waiting_.front())) { serve(waiting_.pop()); }
  }

  waiting_queue<visitor> waiting_;
  T value_{};
  bool full_ = false;
};

/// Names a full/empty word anywhere in the team: plain data that travels. Each value goes to whom
/// it is due, without a race; tasks that wait are served in the order in which they came. The
/// contract is in docs/contracts/synchronisation.md. Memory ordering: what was done before a word
/// was filled is visible to who reads it.
template <full_empty_value T>
class global_full_empty {
public:
  using state = full_empty_state<T>;

  global_full_empty() = default;  ///< None.
  explicit global_full_empty(global_pointer<state> at) : at_(at) {}

  /// Waits until it is full, and returns a copy; it stays full. Call: a task; yields unless it is
  /// full and here. Cost: elsewhere, a message of 32 bytes, and one of 16 or the value back.
  [[nodiscard]] T read_full() const {
    return delegate::await_turn<T>(
        at_, "a global_full_empty word to be filled",
        [](state& word, const asking_task& self) { word.read_full(self); });
  }

  /// Waits until it is full, empties it, and returns the value. Call: as read_full().
  [[nodiscard]] T take() const {
    return delegate::await_turn<T>(at_, "a global_full_empty word to be filled",
                                   [](state& word, const asking_task& self) { word.take(self); });
  }

  /// Waits until it is empty, and fills it. Call: a task; yields unless it is empty and here.
  /// Cost: elsewhere, a message of 32 bytes and the value, and one of 16 back.
  void put(const T& value) const {
    delegate::await_turn<void>(
        at_, "a global_full_empty word to be emptied",
        [value](state& word, const asking_task& self) { word.put(self, value); });
  }

  /// Fills it, whatever it was; joined by the enclosing finish. Call: a task or a handler; never
  /// yields. Cost: elsewhere, a message of 16 bytes and the value.
  void fill(const T& value) const {
    delegate::tell(at_, [value](state& word) { word.fill(value); });
  }

  /// Empties it, whatever it was; joined by the enclosing finish. Call: as fill().
  void clear() const {
    delegate::tell(at_, [](state& word) { word.clear(); });
  }

  /// Whether it was full a moment ago. Call: a task; yields unless it is here.
  [[nodiscard]] bool full() const {
    return delegate::call(at_, [](const state& word) { return word.full(); });
  }

  [[nodiscard]] global_pointer<state> at() const noexcept { return at_; }

private:
  global_pointer<state> at_;
};

}  // namespace orujo
