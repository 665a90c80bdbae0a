// Waiting between attempts: bounds double up to the longest, and start again with each activity.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/mechanisms/backoff.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/activities/mechanisms/transactions.hpp"
#include "orujo/base/system_threads.hpp"

namespace orujo::test {

namespace {

/// Threads that note how long they would have waited, and do not wait.
struct counting_threads : system_threads {
  static inline std::vector<std::uint64_t> waits;

  static void pause(std::uint64_t turns) { waits.push_back(turns); }
  static void yield() noexcept {}
};

using counted_backoff = activities::basic_exponential_backoff<counting_threads>;

/// The longest of 200 first waits, of 200 second ones, and so on.
std::array<std::uint64_t, 14> longest_waits() {
  std::array<std::uint64_t, 14> longest{};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    counted_backoff backoff(seed);
    counting_threads::waits.clear();
    for (std::size_t i = 0; i < longest.size(); ++i) { backoff.wait(); }
    for (std::size_t i = 0; i < longest.size(); ++i) {
      longest[i] = std::max(longest[i], counting_threads::waits.at(i));
    }
  }
  return longest;
}

/// A processor whose transactions always end for the same reason.
template <mechanisms::attempt_state Reason>
struct hopeless_unit {
  static bool is_available() noexcept { return true; }
  static mechanisms::attempt_state begin() noexcept { return Reason; }
  static void end() noexcept {}
  static void give_up() noexcept {}
};

/// How often an activity waits before it runs alone.
template <mechanisms::retry_rule Rule, mechanisms::attempt_state Reason>
std::size_t waits_of_activity() {
  mechanisms::transactions<hopeless_unit<Reason>, Rule, counting_threads> tried(1);
  counting_threads::waits.clear();
  int runs = 0;
  tried.run(0, [&](auto& /*access*/) { ++runs; });
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(tried.counts(0).serialised, 1U);
  return counting_threads::waits.size();
}

}  // namespace

TEST(exponential_backoff, waits_below_bounds_that_double_up_to_the_longest) {
  const auto longest = longest_waits();
  std::uint64_t bound = counted_backoff::least;
  for (const std::uint64_t wait : longest) {
    EXPECT_LE(wait, bound);
    EXPECT_GT(wait, bound / 2);  // of 200 drawn ones some are in the upper half
    bound = std::min(2 * bound, counted_backoff::most);
  }
  EXPECT_EQ(bound, counted_backoff::most);
}

TEST(exponential_backoff, starts_again_with_short_waits) {
  counted_backoff backoff(1);
  for (int i = 0; i < 20; ++i) { backoff.wait(); }
  counting_threads::waits.clear();
  for (int i = 0; i < 50; ++i) {
    backoff.restart();
    backoff.wait();
  }
  for (const std::uint64_t wait : counting_threads::waits) {
    EXPECT_LE(wait, counted_backoff::least);
  }
}

TEST(exponential_backoff, differs_from_worker_to_worker) {
  const auto waits_of = [](std::uint64_t seed) {
    counted_backoff backoff(seed);
    counting_threads::waits.clear();
    for (int i = 0; i < 12; ++i) { backoff.wait(); }
    return counting_threads::waits;
  };
  EXPECT_EQ(waits_of(1), waits_of(1));
  EXPECT_NE(waits_of(1), waits_of(2));
}

TEST(transactions, wait_between_attempts_as_their_rule_says) {
  using mechanisms::attempt_state;
  using mechanisms::retry_rule;
  EXPECT_EQ((waits_of_activity<retry_rule::once, attempt_state::conflict>()), 0U);
  EXPECT_EQ((waits_of_activity<retry_rule::some, attempt_state::conflict>()), 8U);
  EXPECT_EQ((waits_of_activity<retry_rule::some, attempt_state::overflow>()), 0U);
  EXPECT_EQ((waits_of_activity<retry_rule::ten, attempt_state::conflict>()), 10U);
  EXPECT_EQ((waits_of_activity<retry_rule::ten, attempt_state::overflow>()), 10U);
}

}  // namespace orujo::test
