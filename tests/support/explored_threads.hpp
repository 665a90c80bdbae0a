// Modelled threads, of which the explorer says who takes the next step, and what they have seen.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/explorer.hpp"
#include "support/model_fibers.hpp"

namespace orujo::test {

/// What a thread has seen, or what a store hands on: of each place, the newest store that may not
/// be overlooked any more. Clocks of threads are places, too.
class seen_stores {
public:
  static constexpr std::size_t most_places = 64;

  [[nodiscard]] std::uint16_t& operator[](int place) noexcept {
    return at_[static_cast<std::size_t>(place)];
  }
  void join(const seen_stores& other) noexcept {
    for (std::size_t i = 0; i < most_places; ++i) { at_[i] = std::max(at_[i], other.at_[i]); }
  }

private:
  std::array<std::uint16_t, most_places> at_{};
};

/// What happens when a thread that every other one waits for sleeps with a time limit.
enum class time_limits : std::uint8_t {
  never_pass,  ///< It sleeps for ever: then a lost wake-up is a deadlock, which is a failure.
  pass_when_all_wait
};

/// What a thread is about to do.
struct thread_step {
  int place = -1;         ///< That it touches; -1: none.
  bool writes = false;    ///< Whether the place changes.
  bool in_order = false;  ///< Whether it is part of the one order that all agree on (seq_cst).
  bool fences = false;  ///< Whether it orders all that comes before it before all that comes after.

  /// Whether it makes no difference which of the two comes first.
  [[nodiscard]] bool is_independent_of(const thread_step& other) const noexcept {
    if (fences && (other.fences || other.in_order)) { return false; }
    if (other.fences && in_order) { return false; }
    return place < 0 || place != other.place || (!writes && !other.writes);
  }
};

/// The threads of one run. Each step on an explored_atomic is a choice of who goes on; and a load
/// may read any store that C++ lets it, which is a choice, too. The memory model is that of C++20,
/// but for these: a load reads what has been stored before it in the run, so nothing is read out
/// of thin air or too early; stores to one place are ordered as they happen in the run; a
/// compare-and-exchange looks at the newest store, also if it fails.
///
/// If all schedules are run, those are left out that differ from others in the order of independent
/// steps only (sleep sets: P. Godefroid, "Partial-Order Methods for the Verification of Concurrent
/// Systems", 1996). Else going on with another thread than the one that could go on is a deviation
/// (a preemption: M. Musuvathi and S. Qadeer, "Iterative Context Bounding for Systematic Testing of
/// Multithreaded Programs", 2007), and so is reading an old store.
class explored_threads {
public:
  explicit explored_threads(explorer& choices, time_limits limits = time_limits::never_pass)
      : choices_(choices), limits_(limits) {}
  explored_threads(const explored_threads&) = delete;
  explored_threads& operator=(const explored_threads&) = delete;

  /// Begins a run. Call: before each.
  void begin() {
    threads_.assign(1, {});
    places_ = 1;
    order_ = {};
    sleeping_ = 0;
    steps_ = 0;
    is_undivided_ = false;
    current = this;
  }

  /// Adds a thread. Its stack is forgotten if the run fails: let it keep no memory there.
  void start(std::function<void()> body) {
    thread_state fresh;
    fresh.clock = new_place();
    threads_.push_back(fresh);
    fibers_.add(std::move(body));
  }

  /// Runs the threads to their ends. What the caller did before is seen by them, what they did by
  /// the caller afterwards. Returns whether nothing failed.
  bool run() {
    for (std::size_t t = 1; t < threads_.size(); ++t) { threads_[t].seen = threads_[0].seen; }
    sleeping_ = 0;
    fibers_.switch_to(next(model_fibers::caller));
    fibers_.clear();
    for (const thread_state& each : threads_) { threads_[0].seen.join(each.seen); }
    threads_.resize(1);
    return !choices_.failed();
  }

  /// The run fails unless `holds`. Inside a thread it ends at once.
  void check(bool holds, const char* what) {
    if (!holds) { fail(what); }
  }
  void fail(std::string what) {
    choices_.fail(std::move(what));
    if (fibers_.running() != model_fibers::caller) { fibers_.switch_to(model_fibers::caller); }
  }

  // The rest is for explored atomics.

  /// The one whose run is under way: atomics are made without arguments.
  static inline thread_local explored_threads* current = nullptr;

  [[nodiscard]] int new_place() {
    if (places_ + 1 >= static_cast<int>(seen_stores::most_places)) {
      fail("more places than seen_stores has room for");
      return 0;
    }
    return places_++;
  }

  /// The calling thread is about to do `what`; returns when it is its turn.
  void step(const thread_step& what) {
    if (fibers_.running() == model_fibers::caller) { return; }  // nobody else runs
    if (++steps_ > most_steps) { fail("the threads do not come to an end"); }
    if (!is_undivided_) {
      self().next_step = what;
      go_on_with(next(fibers_.running()));
    }
    if (!what.writes) { return; }
    for (thread_state& each : threads_) {
      each.waits_for_store = false;
      each.sees_change = true;
    }
  }

  /// From here on the calling thread is the only one that goes on, until it says so again: what a
  /// transaction is to others. Call: if deviations are limited; nobody waits in between.
  void set_undivided(bool undivided) {
    if (undivided) { step({.writes = true}); }
    is_undivided_ = undivided;
  }

  /// What the calling thread has seen.
  [[nodiscard]] seen_stores& seen() { return self().seen; }

  /// The time of an access that is no atomic one, by the clock of the calling thread.
  struct moment {
    int clock = 0;
    std::uint16_t at = 0;
  };
  [[nodiscard]] moment now() {
    thread_state& me = self();
    return {me.clock, ++me.seen[me.clock]};
  }
  [[nodiscard]] bool happened(const moment& then) { return self().seen[then.clock] >= then.at; }

  /// Which of the stores 0 to `last` at a place a load reads.
  [[nodiscard]] std::uint16_t choose_store(int place, std::uint16_t last, std::memory_order order) {
    thread_state& me = self();
    std::uint16_t first = me.seen[place];
    if (order == std::memory_order_seq_cst) { first = std::max(first, order_[place]); }
    if (me.reads_newest) { return last; }
    const int back = choices_.choose(last - first + 1, explorer::price::priced);
    me.sees_change = me.sees_change || back > 0;
    return static_cast<std::uint16_t>(last - back);
  }

  /// Notes a store in the order that all agree on.
  void note_in_order(int place, std::uint16_t number) { order_[place] = number; }

  /// A fence in that order.
  void fence() {
    seen().join(order_);
    order_ = seen();
  }

  void note_store() { self().reads_newest = false; }

  /// Stops the calling thread until wake(place).
  void sleep(int place) {
    self().sleeps_on = place;
    self().next_step = {};
    go_on_with(next(fibers_.running()));
  }
  void wake(int place) {
    for (thread_state& each : threads_) {
      if (each.sleeps_on == place) { each.sleeps_on = awake; }
    }
  }

  /// The calling thread has looked in vain, and does nothing else until another one stores; but if
  /// anybody has stored since it last yielded, or it has overlooked a store, it looks once more.
  void yield() {
    thread_state& me = self();
    if (fibers_.running() == model_fibers::caller) { return; }
    me.reads_newest = true;  // a store is seen in the end
    me.next_step = {};
    me.lets_others_go = true;
    me.waits_for_store = !std::exchange(me.sees_change, false);
    go_on_with(next(fibers_.running()));
  }

private:
  static constexpr int awake = -1;
  static constexpr int most_steps = 20'000;

  struct thread_state {
    seen_stores seen;
    int clock = 0;  // its place; the caller's is 0
    thread_step next_step;
    int sleeps_on = awake;
    bool has_ended = false;
    bool waits_for_store = false;
    bool reads_newest = false;
    bool sees_change = false;     // when it looks once more
    bool lets_others_go = false;  // now
    [[nodiscard]] bool can_go_on() const noexcept {
      return !has_ended && !waits_for_store && sleeps_on == awake;
    }
  };

  [[nodiscard]] thread_state& state_of(int thread) noexcept {
    return threads_[static_cast<std::size_t>(thread + 1)];
  }
  [[nodiscard]] thread_state& self() noexcept { return state_of(fibers_.running()); }
  [[nodiscard]] bool is_asleep(int thread) const noexcept {
    return (sleeping_ >> static_cast<unsigned>(thread) & 1U) != 0;
  }

  void go_on_with(int thread) { fibers_.switch_to(thread); }

  int after(int ended) {
    state_of(ended).has_ended = true;
    return next(ended);
  }

  /// Who goes on; `running` may, too, if it can.
  [[nodiscard]] int next(int running) {
    if (choices_.failed()) { return model_fibers::caller; }
    const int threads = fibers_.size();
    const bool yields = running >= 0 && std::exchange(state_of(running).lets_others_go, false);
    const bool may_stay = running >= 0 && !yields && state_of(running).can_go_on();
    candidates_.clear();
    bool any = false;
    for (int i = 0; i < threads; ++i) {  // the running one first, or last
      const int thread = (running + threads + i + (yields ? 1 : 0)) % threads;
      if (!state_of(thread).can_go_on() || (yields && thread == running && any)) { continue; }
      any = true;
      if (!is_asleep(thread)) { candidates_.push_back(thread); }
    }
    if (!any) { return after_all_wait(running); }
    if (candidates_.empty()) {  // whatever comes now has come in another order
      choices_.note_redundant();
      sleeping_ = 0;
      return next(running);
    }
    const auto each = may_stay || yields ? explorer::price::priced : explorer::price::free;
    const int taken = choices_.choose(static_cast<int>(candidates_.size()), each);
    if (choices_.is_unlimited()) { note_sleeping(taken); }
    return candidates_[static_cast<std::size_t>(taken)];
  }

  /// Those that were tried before `taken` need not be tried again until something depends on them.
  void note_sleeping(int taken) {
    const thread_step& now = state_of(candidates_[static_cast<std::size_t>(taken)]).next_step;
    for (int i = 0; i < taken; ++i) {
      sleeping_ |= 1U << static_cast<unsigned>(candidates_[static_cast<std::size_t>(i)]);
    }
    for (int t = 0; t < fibers_.size(); ++t) {
      if (is_asleep(t) && !state_of(t).next_step.is_independent_of(now)) {
        sleeping_ &= ~(1U << static_cast<unsigned>(t));
      }
    }
  }

  [[nodiscard]] int after_all_wait(int running) {
    const auto ended = [](const thread_state& each) { return each.has_ended; };
    if (std::all_of(threads_.begin() + 1, threads_.end(), ended)) { return model_fibers::caller; }
    if (!pass_time_limits()) { choices_.fail("deadlock: all threads wait"); }
    if (++steps_ > most_steps) { choices_.fail("the threads wait for ever"); }
    return next(running);
  }

  /// Wakes all who sleep; returns whether anybody did.
  bool pass_time_limits() {
    if (limits_ == time_limits::never_pass) { return false; }
    bool any = false;
    for (thread_state& each : threads_) { any |= std::exchange(each.sleeps_on, awake) != awake; }
    return any;
  }

  explorer& choices_;
  time_limits limits_;
  model_fibers fibers_{std::size_t{sanitized_stack::checked ? 256 : 64} * 1024,
                       [this](int ended) { return after(ended); }};
  std::vector<thread_state> threads_;  // the caller first
  std::vector<int> candidates_;
  seen_stores order_;           // what the order that all agree on says to who looks into it
  std::uint32_t sleeping_ = 0;  // threads whose next step has been tried in this place
  int places_ = 0;
  int steps_ = 0;
  bool is_undivided_ = false;
};

/// Runs `program(explored_threads&)`, which starts threads and runs them, under each schedule.
template <typename Program>
[[nodiscard]] exploration explore_threads(const exploration_limits& limits, Program program,
                                          time_limits times = time_limits::never_pass) {
  explorer choices(limits);
  explored_threads threads(choices, times);
  do {
    threads.begin();
    program(threads);
  } while (choices.next());
  explored_threads::current = nullptr;
  return choices.found();
}

}  // namespace orujo::test
