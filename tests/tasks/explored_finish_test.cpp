// Joins, purses and news of tasks under every schedule of a small team that deviates a little from
// the order in which parcels were sent; and mutants, which are to be found.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <gtest/gtest.h>

#include "support/teams.hpp"
#include "tasks/finish_models.hpp"

namespace orujo::test {

namespace {

/// A task that gives its credit back twice, or not at all.
struct careless_task {
  enum class credit : std::uint8_t { given_back_twice, kept } how;

  void operator()() const {
    if (how == credit::kept) { return current_join().enroll(); }
    current_join().complete();
    ++tasks_so_far().ended;
  }
};

/// What arrives without having been counted where it was sent.
struct uncounted_task {
  void operator()() const { ++tasks_so_far().ended; }
};

/// A handler of the second rank uses the purse while that is emptied, in two of the programs.
const exploration_limits handled_as_a_purse_is_emptied{.replayed = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                                    0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
                                                                    0, 0, 0, 0, 0, 0, 0, 0, 1}};

class explored_finish : public testing::Test {
protected:
  void SetUp() override {
    if (under_mpirun()) { GTEST_SKIP() << "explored ranks need no launcher"; }
  }
};

}  // namespace

TEST_F(explored_finish, ends_after_its_tasks_on_all_ranks) {
  expect_ends_in_time(explore_main({.deviations = 2}, {.ranks = 2}, spread_in_finish));
  expect_ends_in_time(explore_main({.deviations = 1}, {.ranks = 3}, spread_in_finish));
}

TEST_F(explored_finish, ends_after_its_tasks_when_sends_are_refused) {
  const explored_shape refusing{.ranks = 2, .refuses = true};
  expect_ends_in_time(explore_main({.deviations = 1}, refusing, spread_in_finish));
}

TEST_F(explored_finish, keeps_the_credits_of_two_apart) {
  expect_ends_in_time(explore_main({.deviations = 2}, {.ranks = 2}, take_turns_in_two));
  expect_ends_in_time(explore_main({.deviations = 1}, {.ranks = 3}, take_turns_in_two));
}

TEST_F(explored_finish, keeps_credits_of_handlers_that_use_a_purse_as_it_is_emptied) {
  const explored_shape narrow{.ranks = 3, .values = settings_with({{"parcel_bytes", "512"}})};
  expect_ends_in_time(explore_main({.deviations = 1}, narrow, count_in_handlers));
  // Under this one a purse lost a credit that a handler had put into it: the run never ended.
  EXPECT_EQ(explore_main(handled_as_a_purse_is_emptied, narrow, count_in_handlers).failure, "");
}

TEST_F(explored_finish, keeps_credits_apart_of_handlers_that_use_a_purse_as_a_task_ends) {
  const explored_shape narrow{.ranks = 3, .values = settings_with({{"parcel_bytes", "512"}})};
  expect_ends_in_time(explore_main({.deviations = 1}, narrow, count_three_in_handlers));
  // Under this one the task's credit would join those that the handler has left there.
  const exploration_limits& found_before = handled_as_a_purse_is_emptied;
  EXPECT_EQ(explore_main(found_before, narrow, count_three_in_handlers).failure, "");
}

TEST_F(explored_finish, gives_back_what_a_purse_has_no_room_for) {
  expect_ends_in_time(explore_main({.deviations = 2}, {.ranks = 2}, fill_purses));
  const exploration found = explore_main({.deviations = 0}, {.ranks = 2}, [](explored_team&) {
    finish([] {
      spawn([] {
        count_beyond_a_purse();
        current_join().add(credit_purse::most / 2);  // as if the purse had kept so many
      });
    });
  });
  EXPECT_NE(found.failure.find("deadlock: 1 tasks wait"), std::string::npos) << found.text();
}

TEST_F(explored_finish, is_found_to_end_too_early_if_a_credit_is_given_back_twice) {
  const exploration found = explore_main({.deviations = 1}, {.ranks = 2}, [](explored_team& run) {
    finish([] {
      ++tasks_so_far().begun;
      spawn(careless_task{careless_task::credit::given_back_twice});
      start_on(1, 1);
    });
    run.check(all_ended(), "a finish ends before its tasks");
  });
  EXPECT_EQ(found.failure, "a finish ends before its tasks") << found.text();
}

TEST_F(explored_finish, is_found_to_wait_for_ever_if_a_credit_is_lost) {
  const exploration found = explore_main({.deviations = 0}, {.ranks = 2}, [](explored_team&) {
    finish([] { spawn_at(home_id{1}, careless_task{careless_task::credit::kept}); });
  });
  EXPECT_NE(found.failure.find("deadlock: 1 tasks wait"), std::string::npos) << found.text();
}

TEST_F(explored_finish, is_found_to_end_too_early_if_a_task_is_counted_where_it_arrives) {
  const exploration found = explore_main({.deviations = 2}, {.ranks = 3}, [](explored_team& run) {
    finish([] {
      ++tasks_so_far().begun;
      post(home_id{2}, uncounted_task{});
      start_on(1, 0);
    });
    run.check(all_ended(), "a finish ends before its tasks");
  });
  EXPECT_EQ(found.failure, "a finish ends before its tasks") << found.text();
}

}  // namespace orujo::test
