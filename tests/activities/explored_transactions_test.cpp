// Transactions and activities that run alone, under every schedule of a few threads; and a mutant.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>

#include <gtest/gtest.h>

#include "orujo/activities/mechanisms/transactions.hpp"
#include "support/explored_atomic.hpp"

namespace orujo::test {

namespace {

using mechanisms::attempt_state;
using mechanisms::retry_rule;

/// A processor whose transactions are one step to others, as they are: what aborts has never been.
/// The first attempts of all, `in_vain` of them, abort.
struct modelled_unit {
  static inline int in_vain = 0;
  static inline int given_up = 0;

  static bool is_available() { return true; }
  static attempt_state begin() {
    if (in_vain > 0) {
      --in_vain;
      explored_threads::current->step({.writes = true});  // somebody was in the way
      return attempt_state::conflict;
    }
    explored_threads::current->set_undivided(true);
    return attempt_state::started;
  }
  static void end() { explored_threads::current->set_undivided(false); }
  static void give_up() {
    ++given_up;
    end();
  }
};

/// Memory as the processors have it that have such transactions: what is stored is seen at once.
template <std::memory_order But = std::memory_order_seq_cst>
struct coherent {
  static constexpr std::memory_order of(std::memory_order given) {
    return given == But ? But : seq_cst;
  }
};

/// Threads that each add one, of which the first runs alone, and perhaps more of them.
template <typename Threads, retry_rule Rule>
exploration explore_transactions(std::size_t threads, int in_vain,
                                 const exploration_limits& limits) {
  modelled_unit::given_up = 0;
  return explore_threads(limits, [&](explored_threads& run) {
    mechanisms::transactions<modelled_unit, Rule, Threads> isolation(threads);
    explored_atomic<int> sum{0};
    modelled_unit::in_vain = in_vain;
    for (std::size_t t = 0; t < threads; ++t) {
      run.start([&, t] { isolation.run(t, [&](auto& /*access*/) { sum.store(sum.load() + 1); }); });
    }
    if (run.run()) {
      run.check(sum.load() == static_cast<int>(threads), "an activity is lost, or has run twice");
    }
  });
}

using coherent_threads = basic_modelled_threads<coherent<>>;
using forgetful_threads = basic_modelled_threads<coherent<relaxed>>;

void expect_all_apart(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

}  // namespace

TEST(explored_transactions, are_apart_from_who_runs_alone) {
  expect_all_apart(
      explore_transactions<coherent_threads, retry_rule::once>(2, 1, {.deviations = 4}));
  EXPECT_GT(modelled_unit::given_up, 0);  // some begin while another one runs alone
  expect_all_apart(
      explore_transactions<coherent_threads, retry_rule::once>(3, 1, {.deviations = 2}));
  expect_all_apart(
      explore_transactions<coherent_threads, retry_rule::once>(3, 2, {.deviations = 2}));
}

TEST(explored_transactions, are_apart_when_they_are_tried_again) {
  expect_all_apart(
      explore_transactions<coherent_threads, retry_rule::some>(2, 8, {.deviations = 3}));
  expect_all_apart(
      explore_transactions<coherent_threads, retry_rule::ten>(2, 10, {.deviations = 3}));
}

// A look at the lock that may be an old one, as it could be outside of a transaction.
TEST(explored_transactions, are_found_to_lose_an_activity_if_they_overlook_the_lock) {
  const exploration found =
      explore_transactions<forgetful_threads, retry_rule::once>(2, 1, {.deviations = 4});
  EXPECT_NE(found.failure.find("an activity is lost"), std::string::npos) << found.text();
}

}  // namespace orujo::test
