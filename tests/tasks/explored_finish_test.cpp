// Joins, purses and news of tasks under every schedule of a small team that deviates a little from
// the order in which parcels were sent; and mutants, which are to be found.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/run_global.hpp"
#include "orujo/tasks/spawn.hpp"
#include "support/explored_team.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// What tasks have begun and ended on all ranks, which share a thread.
struct begun_and_ended {
  int begun = 0;
  int ended = 0;
};

begun_and_ended& tasks_so_far() {
  static begun_and_ended counts;
  return counts;
}

/// A task that spawns itself on the next ranks, so that ranks hear of a finish from several others.
struct wandering_task {
  std::int32_t left;

  void operator()() const {
    begun_and_ended& counts = tasks_so_far();
    rank_team& team = this_worker().team();
    for (int step = 1; left > 0 && step < 3; ++step) {
      const int next = (index_of(team.rank()) + step) % team.size();
      ++counts.begun;
      spawn_at(home_id{static_cast<std::uint32_t>(next)}, wandering_task{left - 1});
    }
    yield();
    ++counts.ended;
  }
};

void start_on(std::uint32_t home, int left) {
  ++tasks_so_far().begun;
  spawn_at(home_id{home}, wandering_task{left});
}

bool all_ended() { return tasks_so_far().begun == tasks_so_far().ended; }

/// Runs `main(explored_team&)` as the first task of a team without stealing, and explores the
/// schedules of just that.
exploration explore_main(const exploration_limits& limits, explored_shape shape,
                         const std::function<void(explored_team&)>& main) {
  shape.values.assign("steal_from_ranks", "off", setting_source::option);
  const auto program = [&](explored_team& run, rank_team& team) {
    run.stop_exploring();
    run_global(team, [&] {
      run.go_on_exploring();
      main(run);
      run.stop_exploring();
    });
  };
  return explore_team(
      limits, shape, [] { tasks_so_far() = {}; }, program);
}

void expect_ends_in_time(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

void spread_in_finish(explored_team& run) {
  finish([] {
    start_on(1, 2);
    start_on(0, 1);
  });
  run.check(all_ended(), "a finish ends before its tasks");
}

/// Tasks of two finishes on one worker, whose purse holds credits of one at a time.
void take_turns_in_two(explored_team& run) {
  finish([&run] {
    start_on(1, 1);
    spawn([&run] {
      begun_and_ended inner;
      finish([&inner] {
        for (int i = 0; i < 2; ++i) {
          ++inner.begun;
          spawn([&inner] {
            yield();
            ++inner.ended;
          });
          start_on(1, 0);
        }
      });
      run.check(inner.begun == inner.ended, "the inner finish ends before its tasks");
    });
    start_on(0, 1);
  });
  run.check(all_ended(), "the outer finish ends before its tasks");
}

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
