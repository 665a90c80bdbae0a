// When the threads of a group begin and end, and where they meet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "orujo/base/announced_word.hpp"
#include "orujo/base/idle_counter.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/system_threads.hpp"

namespace orujo {

/// The rounds of a thread_group: one thread leads, the others help. What the leader did before
/// begin() is visible to helpers whose next() returns, what a helper did before leave() to the
/// leader after wait_for_helpers(), what anybody did before meet() to all after it.
template <typename Threads>
class basic_thread_rounds {
public:
  /// Of `size` threads, the leader included. `yields` outlives it.
  basic_thread_rounds(int size, const idle_patience& patience, yield_watch& yields)
      : size_(size), patience_(patience), yields_(yields) {}

  /// Begins a round, which is named by what it returns. Call: the leader.
  [[nodiscard]] std::uint32_t begin() {
    const std::uint32_t round = done_.value();
    running_.store(size_ - 1, std::memory_order_relaxed);  // published by the announcement
    generation_.announce();
    return round;
  }

  /// Waits until all helpers have left the round. Call: the leader.
  void wait_for_helpers(std::uint32_t round) {
    wait_for_change(done_, round, [] { return false; });
  }

  /// Waits for the round after `seen` rounds; returns whether there is one. Call: a helper.
  [[nodiscard]] bool next(std::uint32_t seen) {
    wait_for_change(generation_, seen, [] { return false; });
    return !closing_;
  }

  /// Ends the round for one helper.
  void leave() {
    // acq_rel: the last one has seen what all others did, and hands it on
    if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) { done_.announce(); }
  }

  /// Waits until all threads have called it as often; returns false if one of them has failed.
  /// Call: inside a round, all threads.
  [[nodiscard]] bool meet() {
    if (size_ == 1) { return true; }
    const std::uint32_t round = barrier_round_.value();
    // acq_rel: the last to arrive has seen what all others did, and hands it on
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
      arrived_.store(0, std::memory_order_relaxed);
      barrier_round_.announce();
      return true;
    }
    wait_for_change(barrier_round_, round,
                    [this] { return failed_.test(std::memory_order_relaxed); });
    return barrier_round_.value() != round;
  }

  /// Has meet() return false; returns whether this is the first failure of the round.
  [[nodiscard]] bool fail() noexcept { return !failed_.test_and_set(std::memory_order_acq_rel); }

  /// Whether a thread has failed; forgets it. Call: the leader, after wait_for_helpers().
  [[nodiscard]] bool take_failure() noexcept {
    if (!failed_.test(std::memory_order_acquire)) { return false; }
    failed_.clear();
    arrived_.store(0, std::memory_order_relaxed);  // whoever waited at a barrier has left it
    return true;
  }

  /// Has next() return false. Call: the leader, outside a round; once.
  void close() {
    closing_ = true;
    generation_.announce();
  }

private:
  using word = basic_announced_word<Threads>;

  /// Waits until `what` is not `seen` any more, or `stop()` says so, which nothing announces.
  template <typename Stop>
  void wait_for_change(word& what, std::uint32_t seen, Stop stop) {
    idle_counter idle(patience_, yields_);
    while (what.value() == seen && !stop()) {
      if (idle.pause()) { what.sleep_while(seen, std::chrono::milliseconds(10)); }
    }
  }

  int size_;
  idle_patience patience_;
  yield_watch& yields_;
  typename Threads::atomic_flag failed_;
  typename Threads::template plain<bool> closing_{false};
  word generation_;  // of rounds that have begun
  word done_;        // rounds that all helpers have left
  word barrier_round_;
  alignas(cache_line_bytes) typename Threads::template atomic<int> running_{0};
  alignas(cache_line_bytes) typename Threads::template atomic<int> arrived_{0};
};

using thread_rounds = basic_thread_rounds<system_threads>;

}  // namespace orujo
