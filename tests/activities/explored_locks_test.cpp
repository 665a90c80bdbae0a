// Try-locks of stripes under every schedule of a few threads that deviates a little, and mutants,
// which are to be found.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "orujo/activities/mechanisms/striped_locks.hpp"
#include "support/explored_atomic.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr std::size_t few_stripes = 4;

/// Words at places that are the same in each run, as stripes go by them; all have their own.
struct alignas(64) placed_words {
  std::array<std::uint64_t, 2> at;
};
placed_words words_of_locks;

/// How each thread adds one to both words: in which order it reads them, and what it says ahead.
struct adding_order {
  bool begins_with_second;
  bool announces;
};

/// What an access guards beside the words: the model sees races for it.
struct guarded_sums {
  std::array<explored_plain<int>, 2> at;
};

template <typename Threads>
void add_to_both(mechanisms::basic_striped_locks<Threads, few_stripes>& locks, std::size_t thread,
                 const adding_order& order, guarded_sums& sums) {
  auto& words = words_of_locks.at;
  const std::size_t first = order.begins_with_second ? 1 : 0;
  const auto body = [&](auto& access) {
    access.write(words[first], access.read(words[first]) + 1);  // taken back if the next one is out
    access.write(words[1 - first], access.read(words[1 - first]) + 1);
    for (auto& sum : sums.at) { sum = sum + 1; }
  };
  const std::array<const void*, 2> ahead{&words[1], &words[0]};
  if (order.announces) {
    locks.run(thread, std::span<const void* const>(ahead), body);
  } else {
    locks.run(thread, body);
  }
}

template <typename Threads, std::size_t Count>
exploration explore_locks(const std::array<adding_order, Count>& orders,
                          const exploration_limits& limits) {
  return explore_threads(limits, [&](explored_threads& run) {
    words_of_locks.at = {};
    mechanisms::basic_striped_locks<Threads, few_stripes> locks(Count);
    guarded_sums sums;
    for (std::size_t t = 0; t < Count; ++t) {
      run.start([&, t] { add_to_both(locks, t, orders[t], sums); });
    }
    if (!run.run()) { return; }
    for (std::size_t i = 0; i < 2; ++i) {
      run.check(words_of_locks.at[i] == Count, "a write is lost, or was not taken back");
      run.check(sums.at[i] == static_cast<int>(Count), "an activity is lost, or has run twice");
    }
  });
}

constexpr std::array<adding_order, 2> alike{{{false, false}, {false, false}}};
constexpr std::array<adding_order, 2> crossing{{{false, false}, {true, false}}};
constexpr std::array<adding_order, 2> announced{{{false, true}, {true, true}}};
constexpr std::array<adding_order, 2> announced_by_one{{{false, true}, {true, false}}};
constexpr std::array<adding_order, 3> three{{{false, false}, {true, false}, {true, true}}};

/// A lock that is taken in two steps: it looks, and then it writes.
struct swapping_in_two_steps : modelled_threads {
  template <typename T>
  class atomic : public explored_atomic<T> {
  public:
    using explored_atomic<T>::explored_atomic;
    bool compare_exchange_strong(T& expected, T value, std::memory_order given,
                                 std::memory_order /*given_if_not*/) {
      if (this->load(given) != expected) { return false; }
      this->store(value, release);
      return true;
    }
  };
};

void expect_isolated(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

}  // namespace

TEST(explored_locks, isolate_activities_in_whatever_order_they_take_stripes) {
  const int deviations = is_sanitized ? 2 : 5;
  for (const auto& orders : {alike, crossing, announced, announced_by_one}) {
    expect_isolated(explore_locks<modelled_threads>(orders, {.deviations = deviations}));
  }
  expect_isolated(explore_locks<modelled_threads>(three, {.deviations = is_sanitized ? 1 : 3}));
}

TEST(explored_locks, are_found_to_race_if_an_order_is_weaker) {
  using hasty_taking = basic_modelled_threads<weakened<acquire, relaxed>>;
  using hasty_giving = basic_modelled_threads<weakened<release, relaxed>>;
  for (const exploration& found : {explore_locks<hasty_taking>(alike, {.deviations = 3}),
                                   explore_locks<hasty_giving>(alike, {.deviations = 3})}) {
    EXPECT_NE(found.failure.find("data race"), std::string::npos) << found.text();
  }
}

TEST(explored_locks, are_found_to_fail_if_two_may_take_one) {
  const exploration found = explore_locks<swapping_in_two_steps>(alike, {.deviations = 2});
  EXPECT_NE(found.failure, "") << found.text();
}

}  // namespace orujo::test
