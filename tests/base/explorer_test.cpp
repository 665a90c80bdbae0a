// The explorer itself: it runs what it should, and finds what programs of a few lines can do.
// SPDX-License-Identifier: Apache-2.0
#include "support/explorer.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/explored_atomic.hpp"

namespace orujo::test {

namespace {

using outcomes = std::set<std::string>;

/// What two threads can read that each write one place, then read the other's.
outcomes store_buffering(std::memory_order order, exploration_limits limits = {}) {
  outcomes seen;
  const auto found = explore_threads(limits, [&](explored_threads& run) {
    explored_atomic<int> x;
    explored_atomic<int> y;
    int a = -1;
    int b = -1;
    run.start([&] {
      x.store(1, order);
      a = y.load(order);
    });
    run.start([&] {
      y.store(1, order);
      b = x.load(order);
    });
    run.run();
    seen.insert(std::to_string(a) + std::to_string(b));
  });
  EXPECT_TRUE(found.exhausted) << found.text();
  return seen;
}

/// Two threads that each take `steps` steps at a place of their own, or at one for both.
exploration walk(int steps, bool together, exploration_limits limits = {}) {
  return explore_threads(limits, [&](explored_threads& run) {
    explored_atomic<int> one;
    explored_atomic<int> other;
    run.start([&] {
      for (int i = 0; i < steps; ++i) { one.fetch_add(1, relaxed); }
    });
    run.start([&] {
      for (int i = 0; i < steps; ++i) { (together ? one : other).fetch_add(1, relaxed); }
    });
    run.run();
  });
}

/// A value is written, then a flag; who sees the flag reads the value.
exploration message_passing(std::memory_order store, std::memory_order load) {
  return explore_threads({}, [&](explored_threads& run) {
    explored_plain<int> value{0};
    explored_atomic<int> flag{0};
    run.start([&] {
      value = 7;
      flag.store(1, store);
    });
    run.start([&] {
      if (flag.load(load) == 1) { run.check(value == 7, "the value is not there"); }
    });
    run.run();
  });
}

}  // namespace

TEST(explorer, takes_every_way_of_every_choice_once) {
  std::set<std::string> seen;
  const exploration found = explore({}, [&](explorer& choices) {
    std::string way = std::to_string(choices.choose(3));
    if (way == "1") { way += std::to_string(choices.choose(2)); }
    EXPECT_TRUE(seen.insert(way).second);
  });
  EXPECT_EQ(seen, (std::set<std::string>{"0", "10", "11", "2"}));
  EXPECT_TRUE(found.exhausted);
  EXPECT_EQ(found.schedules, 4U);
}

TEST(explorer, bounds_deviations_and_says_that_it_left_some_out) {
  const auto ten_choices = [](explorer& choices) {
    for (int i = 0; i < 10; ++i) { static_cast<void>(choices.choose(2, explorer::price::priced)); }
  };
  const exploration two = explore({.deviations = 2}, ten_choices);
  EXPECT_EQ(two.schedules, 1U + 10U + 45U);
  EXPECT_TRUE(two.left_out && two.exhausted);
  const exploration few = explore({.schedules = 100}, ten_choices);
  EXPECT_EQ(few.schedules, 100U);
  EXPECT_FALSE(few.exhausted);
}

TEST(explorer, names_a_failing_schedule_that_can_be_replayed) {
  const auto program = [](explorer& choices) {
    const int first = choices.choose(3);
    if (first == 2 && choices.choose(4) == 3) { choices.fail("found"); }
  };
  const exploration found = explore({}, program);
  EXPECT_EQ(found.failing, (schedule{2, 3}));
  EXPECT_NE(found.text().find("found\nreplayed = {2, 3}"), std::string::npos) << found.text();
  const exploration again = explore({.replayed = found.failing}, program);
  EXPECT_EQ(again.schedules, 1U);
  EXPECT_EQ(again.failure, "found");
}

TEST(explorer, refuses_a_program_that_is_not_deterministic) {
  int runs = 0;
  const exploration found = explore({}, [&](explorer& choices) {
    static_cast<void>(choices.choose(2 + runs++ % 2));
    static_cast<void>(choices.choose(2));
  });
  EXPECT_NE(found.failure.find("not deterministic"), std::string::npos);
}

TEST(explored_threads, leaves_out_orders_that_make_no_difference) {
  EXPECT_EQ(walk(3, true).schedules - walk(3, true).redundant, 20U);  // 6 over 3
  EXPECT_EQ(walk(3, false).schedules - walk(3, false).redundant, 1U);
  EXPECT_TRUE(walk(3, false).exhausted);
}

TEST(explored_threads, see_without_them_what_they_see_with_all_orders) {
  for (const std::memory_order order : {seq_cst, relaxed}) {
    const int every_one = 1000;  // a limit that no schedule meets, so that none is left out
    EXPECT_EQ(store_buffering(order), store_buffering(order, {.deviations = every_one}));
  }
}

TEST(explored_threads, bounds_preemptions) {
  const exploration none = walk(3, true, {.deviations = 0});
  EXPECT_EQ(none.schedules, 2U);
  EXPECT_TRUE(none.left_out);
  EXPECT_GT(walk(3, true, {.deviations = 1}).schedules, 2U);
}

TEST(explored_threads, read_old_stores_unless_all_agree_on_one_order) {
  EXPECT_EQ(store_buffering(seq_cst), (outcomes{"01", "10", "11"}));
  EXPECT_EQ(store_buffering(relaxed), (outcomes{"00", "01", "10", "11"}));
}

TEST(explored_threads, find_the_same_with_few_deviations) {
  EXPECT_EQ(store_buffering(seq_cst, {.deviations = 2}), (outcomes{"01", "10", "11"}));
  EXPECT_EQ(store_buffering(relaxed, {.deviations = 2}), (outcomes{"00", "01", "10", "11"}));
}

TEST(explored_threads, see_what_a_release_hands_to_an_acquire) {
  EXPECT_EQ(message_passing(release, acquire).failure, "");
  EXPECT_NE(message_passing(relaxed, acquire).failure.find("data race"), std::string::npos);
  EXPECT_NE(message_passing(release, relaxed).failure.find("data race"), std::string::npos);
}

TEST(explored_threads, see_a_store_in_the_end_when_they_yield) {
  const exploration found = explore_threads({}, [](explored_threads& run) {
    explored_atomic<int> flag;
    run.start([&] {
      while (flag.load(relaxed) == 0) { run.yield(); }
    });
    run.start([&] { flag.store(1, relaxed); });
    run.run();
  });
  EXPECT_EQ(found.failure, "");
  EXPECT_TRUE(found.exhausted) << found.text();
}

TEST(explored_threads, report_a_deadlock_and_a_time_limit_that_ends_it) {
  const auto sleeper = [](explored_threads& run) {
    explored_atomic<std::uint32_t> word;
    run.start([&] { word.sleep_while(0); });
    run.run();
  };
  EXPECT_EQ(explore_threads({}, sleeper).failure, "deadlock: all threads wait");
  EXPECT_EQ(explore_threads({}, sleeper, time_limits::pass_when_all_wait).failure, "");
}

}  // namespace orujo::test
