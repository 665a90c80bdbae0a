// Sleeping, waking, queues, locks and rounds of threads under every schedule of a few of them; and
// mutants of the same code, which are to be found.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/waiting_models.hpp"

namespace orujo::test {

namespace {

template <std::memory_order Asked, std::memory_order Given>
using weak_threads = basic_modelled_threads<weakened<Asked, Given>>;

/// A sleeper that looks before it says that it sleeps.
template <typename Threads>
class late_sleeper {
public:
  [[nodiscard]] std::uint32_t value() const { return value_.load(acquire); }
  void announce() {
    value_.fetch_add(1, seq_cst);
    if (sleepers_.load(seq_cst) > 0) { Threads::wake_all(value_); }
  }
  void sleep_while(std::uint32_t seen, std::chrono::microseconds limit) {
    if (value_.load(seq_cst) != seen) { return; }
    sleepers_.fetch_add(1, seq_cst);
    Threads::sleep_while(flag_, 0, limit);
    sleepers_.fetch_sub(1, relaxed);
  }

private:
  typename Threads::template atomic<std::uint32_t> value_{0};
  typename Threads::template atomic<std::uint32_t> flag_{0};
  typename Threads::template atomic<int> sleepers_{0};
};

/// An announcer that looks for sleepers before it adds.
template <typename Threads>
class early_announcer {
public:
  [[nodiscard]] std::uint32_t value() const { return value_.load(acquire); }
  void announce() {
    const bool anybody = sleepers_.load(seq_cst) > 0;
    value_.fetch_add(1, seq_cst);
    if (anybody) { Threads::wake_all(value_); }
  }
  void sleep_while(std::uint32_t seen, std::chrono::microseconds limit) {
    sleepers_.fetch_add(1, seq_cst);
    if (value_.load(seq_cst) == seen) { Threads::sleep_while(value_, seen, limit); }
    sleepers_.fetch_sub(1, relaxed);
  }

private:
  typename Threads::template atomic<std::uint32_t> value_{0};
  typename Threads::template atomic<int> sleepers_{0};
};

}  // namespace

TEST(explored_waiting, no_announcement_is_slept_through) {
  using word = basic_announced_word<modelled_threads>;
  expect_all_pass(explore_waits<word>(1, 1));
  expect_all_pass(explore_waits<word>(1, 2, {.deviations = 2}));
  expect_all_pass(explore_waits<word>(2, 1, {.deviations = 3}));
}

TEST(explored_waiting, finds_wake_ups_that_a_weaker_order_loses) {
  using word = basic_announced_word<weak_threads<seq_cst, acq_rel>>;
  expect_found(explore_waits<word>(1, 1), "deadlock");
}

TEST(explored_waiting, finds_wake_ups_that_the_wrong_sequence_loses) {
  expect_found(explore_waits<late_sleeper<modelled_threads>>(1, 1), "deadlock");
  expect_found(explore_waits<early_announcer<modelled_threads>>(1, 1), "deadlock");
}

TEST(explored_waiting, finds_an_announcement_that_does_not_hand_on_what_was_done) {
  using unread = basic_announced_word<weak_threads<acquire, relaxed>>;
  using untold = basic_announced_word<weak_threads<seq_cst, relaxed>>;
  expect_found(explore_waits<unread>(1, 1), "data race");
  expect_found(explore_waits<untold>(1, 1), "data race");
}

TEST(explored_waiting, a_queue_loses_nothing_and_keeps_the_order_of_each_source) {
  expect_all_pass(explore_queue<modelled_threads>(1, {}));
  expect_all_pass(explore_queue<modelled_threads>(2, {.deviations = 2}));
}

TEST(explored_waiting, finds_a_queue_that_does_not_hand_on_what_was_done) {
  expect_found(explore_queue<weak_threads<release, relaxed>>(1, {}), "data race");
  expect_found(explore_queue<weak_threads<acquire, relaxed>>(1, {}), "data race");
}

TEST(explored_waiting, a_spin_lock_excludes) {
  expect_all_pass(explore_lock<modelled_threads>(2));
  expect_all_pass(explore_lock<modelled_threads>(3));
  expect_found(explore_lock<weak_threads<acquire, relaxed>>(2), "data race");
  expect_found(explore_lock<weak_threads<release, relaxed>>(2), "data race");
}

TEST(explored_waiting, rounds_and_barriers_lose_no_thread) {
  expect_all_pass(explore_rounds<modelled_threads>(2, {.deviations = 2}));
  expect_all_pass(explore_rounds<modelled_threads>(3, {.deviations = 1}));
}

TEST(explored_waiting, a_failure_breaks_the_barriers_of_its_round_only) {
  expect_all_pass(explore_failure<modelled_threads>(2, {.deviations = 2}));
  expect_all_pass(explore_failure<modelled_threads>(3, {.deviations = 1}));
}

TEST(explored_waiting, finds_rounds_that_a_weaker_order_breaks) {
  const exploration_limits some{.deviations = 3};
  expect_found(explore_rounds<weak_threads<seq_cst, acq_rel>>(2, some), "deadlock");
  expect_found(explore_rounds<weak_threads<acq_rel, relaxed>>(3, some), "data race");
}

}  // namespace orujo::test
