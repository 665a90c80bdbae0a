// When waits yield, and when they sleep.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/yield_watch.hpp"

#include <atomic>
#include <chrono>

#include <gtest/gtest.h>

#include "orujo/base/thread_group.hpp"

namespace orujo::test {

TEST(idle_counter, spins_then_yields_then_sleeps) {
  const idle_patience patience{.spins = 3, .yields = 0, .sleep_us = 1};
  yield_watch yields;
  idle_counter idle(patience, yields);
  for (int look = 0; look < 3; ++look) { EXPECT_FALSE(idle.pause()); }
  EXPECT_TRUE(idle.pause());
  idle.reset();
  EXPECT_FALSE(idle.pause());
}

TEST(yield_watch, sleeps_in_place_of_yields_after_a_long_one_and_then_tries_again) {
  yield_watch yields;
  EXPECT_TRUE(yields.may_yield());
  yields.note_yield(std::chrono::milliseconds(3));
  int sleeps = 0;
  for (; !yields.may_yield(); ++sleeps) { yields.note_sleep(); }
  EXPECT_GT(sleeps, 10);
  yields.note_yield(std::chrono::milliseconds(3));
  int later_sleeps = 0;
  for (; !yields.may_yield(); ++later_sleeps) { yields.note_sleep(); }
  EXPECT_GT(later_sleeps, sleeps) << "the machine has been busy for longer";
  yields.note_yield(std::chrono::microseconds(1));
  EXPECT_TRUE(yields.may_yield());
  yields.note_yield(std::chrono::milliseconds(3));
  int again = 0;
  for (; !yields.may_yield(); ++again) { yields.note_sleep(); }
  EXPECT_EQ(again, sleeps);
}

TEST(thread_group, runs_and_meets_at_barriers_when_threads_sleep_at_once) {
  const idle_patience patience{.spins = 0, .yields = 0, .sleep_us = 1};
  yield_watch yields;
  thread_group threads(4, patience, yields, [](int) {});
  std::atomic<int> met{0};
  for (int round = 1; round <= 200; ++round) {
    threads.run([&](int) {
      ++met;
      threads.barrier();
      EXPECT_GE(met.load(), 4 * round);
    });
    EXPECT_EQ(met.load(), 4 * round);
  }
}

}  // namespace orujo::test
