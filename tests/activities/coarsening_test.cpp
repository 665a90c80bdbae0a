// The number of operators in an activity follows what gets in the way, and time as a script has it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/coarsening.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "activities/every_mechanism.hpp"
#include "orujo/activities/mechanisms/transactions.hpp"
#include "orujo/base/random.hpp"

namespace orujo::test {

namespace {

/// Nanoseconds of an operator in activities of so many.
using cost_script = std::function<double(std::size_t)>;

/// Runs batches as a runner does; what they take, a script says. Each batch scatters by a third,
/// and one of eleven loses its core for a hundred times as long.
void run_batches(coarsening& rule, int batches, std::size_t size, const cost_script& cost) {
  random_stream random(7, 0);
  for (int i = 0; i < batches; ++i) {
    const bool is_timed = rule.wants_time(size);
    double took = 0;
    for (std::size_t left = size; left > 0;) {
      const std::size_t now = std::min(left, rule.operators());
      took += cost(now) * static_cast<double>(now);
      rule.note(0, 0);
      left -= now;
    }
    took *= 1 + random.unit() / 3;
    if (random.below(11) == 0) { took *= 100; }
    if (is_timed) { rule.note_time(size, static_cast<std::uint64_t>(took)); }
  }
}

/// What is chosen most of the time of some batches.
std::size_t usual_choice(coarsening& rule, int batches, const cost_script& cost) {
  std::vector<int> chosen(coarsening::most + 1, 0);
  for (int i = 0; i < batches; ++i) {
    run_batches(rule, 1, 64, cost);
    ++chosen[rule.operators()];
  }
  return static_cast<std::size_t>(std::max_element(chosen.begin(), chosen.end()) - chosen.begin());
}

coarsening adapted(const cost_script& cost, int batches = 4000) {
  coarsening rule(0, 64);
  run_batches(rule, batches, 64, cost);
  return rule;
}

/// A clock that a test sets.
struct scripted_clock {
  using duration = std::chrono::nanoseconds;
  static inline duration time{0};
  static duration now() { return time; }
};

/// Transactions that all commit; what one with so many operators takes, a script says.
struct scripted_commits {
  static inline cost_script cost;
  static inline std::size_t operators = 0;

  static bool is_available() { return true; }
  static mechanisms::attempt_state begin() {
    operators = 0;
    return mechanisms::attempt_state::started;
  }
  static void end() {
    const double took = cost(operators) * static_cast<double>(operators);
    scripted_clock::time += std::chrono::nanoseconds(static_cast<std::int64_t>(took));
  }
  static void give_up() {}
};

struct counted_step {
  struct arguments {};
  std::uint64_t* sum;

  template <typename Access>
  void act(Access& access, const arguments& /*none*/) const {
    ++scripted_commits::operators;
    access.write(*sum, access.read(*sum) + 1);
  }
};

}  // namespace

TEST(coarsening, grows_while_nobody_is_in_the_way_and_shrinks_when_somebody_is) {
  coarsening rule(0, 64);
  EXPECT_EQ(rule.operators(), 1U);
  for (int i = 0; i < 96; ++i) { rule.note(0, 0); }
  EXPECT_EQ(rule.operators(), 64U);
  for (int i = 0; i < 100; ++i) { rule.note(1, 0); }
  EXPECT_EQ(rule.operators(), 1U);
}

TEST(coarsening, ends_growing_where_somebody_is_in_the_way) {
  coarsening rule(0, 64);
  for (int i = 0; i < 48; ++i) { rule.note(0, 0); }
  EXPECT_EQ(rule.operators(), 8U);
  for (int i = 0; i < 16; ++i) { rule.note(i % 4 == 0 ? 1 : 0, 0); }
  EXPECT_EQ(rule.operators(), 4U);
  for (int i = 0; i < 64; ++i) { rule.note(i % 4 == 0 ? 1 : 0, 0); }
  EXPECT_EQ(rule.operators(), 4U);
}

TEST(coarsening, is_halved_by_what_does_not_fit_the_hardware) {
  coarsening rule(0, 64);
  for (int i = 0; i < 48; ++i) { rule.note(0, 0); }
  rule.note(1, 1);
  EXPECT_EQ(rule.operators(), 4U);
  // Then a few in a row: one of many says little.
  for (int i = 0; i < 16; ++i) { rule.note(0, i == 0 ? 1 : 0); }
  EXPECT_EQ(rule.operators(), 4U);
  for (int i = 0; i < 16; ++i) { rule.note(0, i < 4 ? 1 : 0); }
  EXPECT_EQ(rule.operators(), 2U);
}

TEST(coarsening, grows_no_further_than_its_mechanism_gains_from) {
  EXPECT_EQ(most_adapted_of<mechanisms::striped_locks>(), 16U);
  EXPECT_EQ(most_adapted_of<mechanisms::global_lock>(), 64U);
  coarsening rule(0, most_adapted_of<mechanisms::striped_locks>());
  run_batches(rule, 1000, 16, [](std::size_t size) { return 100.0 / static_cast<double>(size); });
  EXPECT_EQ(rule.operators(), 16U);
}

TEST(coarsening, stays_where_it_was_put) {
  coarsening rule(24, 16);
  EXPECT_FALSE(rule.wants_time(512));
  for (int i = 0; i < 1000; ++i) { rule.note(i % 3 == 0 ? 5 : 0, 0); }
  EXPECT_EQ(rule.operators(), 24U);
  EXPECT_EQ(coarsening(100000, 16).operators(), coarsening::most);
}

TEST(coarsening, finds_the_number_that_takes_the_least_time_whatever_the_load) {
  for (const double best : {1.0, 4.0, 16.0, 64.0}) {
    const auto cost = [best](std::size_t size) {
      const double off = static_cast<double>(size) / best;
      return 10 * (off + 1 / off);
    };
    coarsening rule = adapted(cost);
    EXPECT_EQ(usual_choice(rule, 2000, cost), static_cast<std::size_t>(best));
  }
}

TEST(coarsening, stays_where_nothing_is_clearly_quicker) {
  const auto nearly_flat = [](std::size_t size) { return size == 64 ? 10.1 : 10.0; };
  coarsening rule = adapted(nearly_flat);
  EXPECT_EQ(usual_choice(rule, 2000, nearly_flat), 64U);
}

TEST(coarsening, follows_a_change_of_what_is_quickest) {
  const auto small = [](std::size_t size) { return 10.0 + static_cast<double>(size); };
  const auto large = [](std::size_t size) { return 10.0 + 100.0 / static_cast<double>(size); };
  coarsening rule = adapted(small);
  EXPECT_EQ(usual_choice(rule, 2000, small), 1U);
  EXPECT_EQ((run_batches(rule, 60000, 64, large), usual_choice(rule, 2000, large)), 64U);
}

TEST(coarsening, looks_more_rarely_the_longer_nothing_changes) {
  coarsening rule(0, 64);
  const auto flat = [](std::size_t /*size*/) { return 10.0; };
  std::vector<int> timed;
  for (int part = 0; part < 4; ++part) {
    timed.push_back(0);
    for (int i = 0; i < 20000; ++i) {
      timed.back() += rule.wants_time(64) ? 1 : 0;
      run_batches(rule, 1, 64, flat);
    }
  }
  EXPECT_GT(timed.front(), 0);
  EXPECT_LT(timed.back(), timed.front());
  EXPECT_LT(timed.back(), 20000 / 32);
}

TEST(coarsening, does_not_time_batches_that_are_smaller_than_what_it_compares) {
  coarsening rule(0, 64);
  run_batches(rule, 4000, 16, [](std::size_t size) { return 10.0 + static_cast<double>(size); });
  EXPECT_EQ(rule.operators(), 64U);
}

TEST(activity_runner, adapts_to_what_its_clock_says) {
  for (const std::size_t best : {std::size_t{8}, std::size_t{64}}) {
    scripted_commits::cost = [best](std::size_t size) {
      const double off = static_cast<double>(size) / static_cast<double>(best);
      return 10 * (off + 1 / off);
    };
    on_teams({team_of(1, 1)}, [&](rank_team& team) {
      if (team.size() > 1) { return; }
      using unit = mechanisms::transactions<scripted_commits, mechanisms::retry_rule::some>;
      std::uint64_t sum = 0;
      activity_runner<counted_step, unit, scripted_clock> runner(team, counted_step{&sum},
                                                                 {.coarsen = 0});
      const std::vector<counted_step::arguments> batch(64);
      for (int i = 0; i < 4000; ++i) { runner.run(team.worker_at(0), batch); }
      const std::uint64_t before = runner.counts().activities;
      for (int i = 0; i < 1000; ++i) { runner.run(team.worker_at(0), batch); }
      EXPECT_EQ(sum, 5000U * 64);
      const double of_one = 64000.0 / static_cast<double>(runner.counts().activities - before);
      EXPECT_NEAR(of_one, static_cast<double>(best), static_cast<double>(best) / 4);
    });
  }
}

}  // namespace orujo::test
