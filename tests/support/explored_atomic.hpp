// The atomic objects of modelled threads, and the word that they sleep on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/explored_threads.hpp"

namespace orujo::test {

inline constexpr auto relaxed = std::memory_order_relaxed;
inline constexpr auto acquire = std::memory_order_acquire;
inline constexpr auto release = std::memory_order_release;
inline constexpr auto acq_rel = std::memory_order_acq_rel;
inline constexpr auto seq_cst = std::memory_order_seq_cst;

/// The orders that a program asks for. A mutant asks for others.
struct given_orders {
  static constexpr std::memory_order of(std::memory_order given) { return given; }
};

/// As std::atomic, in the run under way. Keeps all that was stored. `Orders` may weaken.
template <typename T, typename Orders = given_orders>
class explored_atomic {
public:
  explored_atomic() : explored_atomic(T{}) {}
  explored_atomic(T initial)  // as std::atomic: not explicit
      : run_(*explored_threads::current), place_(run_.new_place()), stores_{{initial, {}}} {
    stores_.front().seen = run_.seen();
  }
  explored_atomic(const explored_atomic&) = delete;
  explored_atomic& operator=(const explored_atomic&) = delete;

  [[nodiscard]] T load(std::memory_order given = seq_cst) const {
    const std::memory_order order = Orders::of(given);
    run_.step({.place = place_, .in_order = order == seq_cst});
    return read(order);
  }

  void store(T value, std::memory_order given = seq_cst) {
    const std::memory_order order = Orders::of(given);
    run_.step({place_, true, order == seq_cst});
    write(value, order, {});
  }

  T exchange(T value, std::memory_order given = seq_cst) {
    return modify([&](T) { return value; }, given);
  }
  T fetch_add(T value, std::memory_order given = seq_cst) {
    return modify([&](T old) { return static_cast<T>(old + value); }, given);
  }
  T fetch_sub(T value, std::memory_order given = seq_cst) {
    return modify([&](T old) { return static_cast<T>(old - value); }, given);
  }

  /// Looks at the newest store: that it fails because of an older one is left out.
  bool compare_exchange_strong(T& expected, T value, std::memory_order given,
                               std::memory_order given_if_not) {
    const std::memory_order order = Orders::of(given);
    run_.step({place_, true, order == seq_cst});
    if (stores_[newest()].value != expected) {
      expected = take(newest(), Orders::of(given_if_not)).value;
      return false;
    }
    const one_store old = take(newest(), order);
    write(value, order, old.seen);
    return true;
  }

  /// As the system's: the look and falling asleep are one step, with fences as the kernel has them.
  void sleep_while(T seen) const {
    run_.step({place_, true, true, true});
    run_.fence();
    if (read(seq_cst) == seen) { run_.sleep(place_); }
  }
  void wake_all() const {
    run_.step({place_, true, true, true});
    run_.fence();
    run_.wake(place_);
  }

private:
  struct one_store {
    T value;
    seen_stores seen;  // by whoever acquires it
  };

  [[nodiscard]] static bool acquires(std::memory_order order) noexcept {
    return order == acquire || order == acq_rel || order == seq_cst;
  }
  [[nodiscard]] static bool releases(std::memory_order order) noexcept {
    return order == release || order == acq_rel || order == seq_cst;
  }
  [[nodiscard]] std::uint16_t newest() const noexcept {
    return static_cast<std::uint16_t>(stores_.size() - 1);
  }

  [[nodiscard]] T read(std::memory_order order) const {
    return take(run_.choose_store(place_, newest(), order), order).value;
  }

  const one_store& take(std::uint16_t number, std::memory_order order) const {
    run_.seen()[place_] = number;
    if (acquires(order)) { run_.seen().join(stores_[number].seen); }
    return stores_[number];
  }

  /// `before` is what the store hands on beside what its own thread has seen.
  void write(T value, std::memory_order order, seen_stores before) {
    const auto number = static_cast<std::uint16_t>(stores_.size());
    run_.seen()[place_] = number;
    if (releases(order)) { before.join(run_.seen()); }
    before[place_] = number;
    stores_.push_back({value, before});
    if (order == seq_cst) { run_.note_in_order(place_, number); }
    run_.note_store();
  }

  template <typename Change>
  T modify(Change change, std::memory_order given) {
    const std::memory_order order = Orders::of(given);
    run_.step({place_, true, order == seq_cst});
    const one_store old = take(newest(), order);
    write(change(old.value), order, old.seen);  // goes on with the release sequence
    return old.value;
  }

  explored_threads& run_;
  int place_;
  std::vector<one_store> stores_;
};

/// As std::atomic_flag.
template <typename Orders = given_orders>
class explored_flag {
public:
  [[nodiscard]] bool test(std::memory_order order = seq_cst) const { return set_.load(order); }
  bool test_and_set(std::memory_order order = seq_cst) { return set_.exchange(true, order); }
  void clear(std::memory_order order = seq_cst) { set_.store(false, order); }

private:
  explored_atomic<bool, Orders> set_{false};
};

/// What is no atomic object: the run fails where two accesses race.
template <typename T>
class explored_plain {
public:
  explored_plain() : explored_plain(T{}) {}
  explored_plain(T initial)  // as T: not explicit
      : run_(*explored_threads::current), value_(std::move(initial)), written_(run_.now()) {}
  explored_plain(const explored_plain&) = delete;

  explored_plain& operator=(T value) {
    bool ordered = run_.happened(written_);
    for (const auto& each : read_) { ordered = ordered && run_.happened(each); }
    run_.check(ordered, "a data race: a write is not ordered after another access");
    read_.clear();
    written_ = run_.now();
    value_ = std::move(value);
    return *this;
  }
  operator const T&() const {  // as T: not explicit
    run_.check(run_.happened(written_), "a data race: a read is not ordered after a write");
    read_.push_back(run_.now());
    return value_;
  }

private:
  explored_threads& run_;
  T value_;
  explored_threads::moment written_;
  mutable std::vector<explored_threads::moment> read_;  // since it was written
};

/// In place of system_threads.
template <typename Orders = given_orders>
struct basic_modelled_threads {
  template <typename T>
  using atomic = explored_atomic<T, Orders>;
  using atomic_flag = explored_flag<Orders>;
  template <typename T>
  using plain = explored_plain<T>;

  static void sleep_while(const atomic<std::uint32_t>& word, std::uint32_t seen,
                          std::chrono::microseconds /*limit*/) {
    word.sleep_while(seen);
  }
  static void wake_all(const atomic<std::uint32_t>& word) { word.wake_all(); }
  static void yield() { explored_threads::current->yield(); }
};

using modelled_threads = basic_modelled_threads<>;

// Mutants: code that asks for one order and gets another.
template <std::memory_order Asked, std::memory_order Given>
struct weakened {
  static constexpr std::memory_order of(std::memory_order given) {
    return given == Asked ? Given : given;
  }
};

}  // namespace orujo::test
