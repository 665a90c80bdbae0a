// Flat combining under every schedule of a few threads, and mutants of it, which are to be found.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>

#include <gtest/gtest.h>

#include "orujo/activities/mechanisms/combining.hpp"
#include "support/explored_atomic.hpp"

namespace orujo::test {

namespace {

/// Each thread has a number of activities run that add one to what all share, and sees its own.
template <typename Threads>
exploration explore_combining(std::size_t threads, int runs_each,
                              const exploration_limits& limits) {
  return explore_threads(limits, [&](explored_threads& run) {
    mechanisms::basic_flat_combining<Threads> combining(threads);
    explored_plain<int> sum{0};
    std::array<explored_plain<int>, 3> last;
    for (std::size_t t = 0; t < threads; ++t) {
      run.start([&, t] {
        for (int i = 1; i <= runs_each; ++i) {
          combining.run(t, [&](auto& /*access*/) {
            sum = sum + 1;
            last[t] = i;
          });
          run.check(last[t] == i, "an activity has not run when its worker goes on");
        }
      });
    }
    const int expected = static_cast<int>(threads) * runs_each;
    if (run.run()) { run.check(sum == expected, "an activity is lost, or has run twice"); }
  });
}

template <std::memory_order Asked, std::memory_order Given>
using weaker_threads = basic_modelled_threads<weakened<Asked, Given>>;

/// A lock that is taken in two steps: it looks, and then it writes.
template <typename Threads>
struct hasty_threads : Threads {
  class atomic_flag {
  public:
    [[nodiscard]] bool test(std::memory_order order) const { return set_.load(order); }
    bool test_and_set(std::memory_order /*order*/) {
      const bool was_set = set_.load(acquire);
      set_.store(true, release);
      return was_set;
    }
    void clear(std::memory_order order) { set_.store(false, order); }

  private:
    typename Threads::template atomic<bool> set_{false};
  };
};

void expect_combined(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

void expect_race(const exploration& found) {
  EXPECT_NE(found.failure.find("data race"), std::string::npos) << found.text();
}

}  // namespace

TEST(explored_combining, runs_each_activity_once_before_its_worker_goes_on) {
  expect_combined(explore_combining<modelled_threads>(2, 1, {.deviations = 4}));
  expect_combined(explore_combining<modelled_threads>(2, 2, {.deviations = 2}));
  expect_combined(explore_combining<modelled_threads>(3, 1, {.deviations = 2}));
}

TEST(explored_combining, is_found_to_race_if_an_order_is_weaker) {
  expect_race(explore_combining<weaker_threads<release, relaxed>>(2, 1, {.deviations = 3}));
  expect_race(explore_combining<weaker_threads<acquire, relaxed>>(2, 1, {.deviations = 3}));
}

TEST(explored_combining, is_found_to_fail_if_two_may_combine_at_once) {
  const exploration found =
      explore_combining<hasty_threads<modelled_threads>>(2, 1, {.deviations = 2});
  EXPECT_NE(found.failure, "") << found.text();
}

}  // namespace orujo::test
