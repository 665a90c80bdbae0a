// Finishes whose tasks wander over a few explored ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/run_global.hpp"
#include "orujo/tasks/spawn.hpp"
#include "support/explored_team.hpp"

namespace orujo::test {

/// What tasks have begun and ended on all ranks, which share a thread.
struct begun_and_ended {
  int begun = 0;
  int ended = 0;
};

inline begun_and_ended& tasks_so_far() {
  static begun_and_ended counts;
  return counts;
}

/// A task that spawns itself on the next ranks, so that ranks hear of a finish from several others.
struct spreading_task {
  std::int32_t left;

  void operator()() const {
    begun_and_ended& counts = tasks_so_far();
    rank_team& team = this_worker().team();
    for (int step = 1; left > 0 && step < 3; ++step) {
      const int next = (index_of(team.rank()) + step) % team.size();
      ++counts.begun;
      spawn_at(home_id{static_cast<std::uint32_t>(next)}, spreading_task{left - 1});
    }
    yield();
    ++counts.ended;
  }
};

inline void start_on(std::uint32_t home, int left) {
  ++tasks_so_far().begun;
  spawn_at(home_id{home}, spreading_task{left});
}

inline bool all_ended() { return tasks_so_far().begun == tasks_so_far().ended; }

/// Runs `main(explored_team&)` as the first task of a team without stealing, and explores the
/// schedules of just that.
inline exploration explore_main(const exploration_limits& limits, explored_shape shape,
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

inline void expect_ends_in_time(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

inline void spread_in_finish(explored_team& run) {
  finish([] {
    start_on(1, 2);
    start_on(0, 1);
  });
  run.check(all_ended(), "a finish ends before its tasks");
}

/// Tasks of two finishes on one worker, whose purse holds credits of one at a time.
inline void take_turns_in_two(explored_team& run) {
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

inline join& join_here(join_id id) { return this_scheduler().board().joins().at(id); }

/// A handler that goes to and fro between the last two of three ranks; then a task is done of the
/// finish that has been held open by it.
struct echo {
  join_id id;
  std::int32_t left;

  void operator()(worker& self) const {
    if (left == 0) { return join_here(id).complete(); }
    post(home_id{index_of(self.team().rank()) == 1 ? 2U : 1U}, echo{id, left - 1});
  }
};
struct echoing_task {
  void operator()() const {
    current_join().enroll();
    post(home_id{2}, echo{current_join().id(), 3});
    ++tasks_so_far().ended;
  }
};

/// Fills the parcel for the first rank: who posts there next makes room, and may handle messages.
struct filling_task {
  void operator()() const {
    constexpr int closures = 16;  // of 32 bytes in a parcel of 512
    for (int i = 0; i < closures; ++i) {
      post(home_id{0}, [filling = std::uint64_t{0}](worker&) { static_cast<void>(filling); });
    }
    ++tasks_so_far().ended;
  }
};

/// On the second rank a handler ends a task of one finish while credits of another one are given
/// back, to make way for a task of the first.
inline void count_in_handlers(explored_team& run) {
  finish([&run] {
    tasks_so_far().begun += 3;
    run.stop_exploring();
    spawn_at(home_id{1}, echoing_task{});
    finish([] { start_on(2, 0); });
    run.go_on_exploring();
    spawn([] { finish([] { spawn_at(home_id{1}, filling_task{}); }); });
    yield();
    spawn_at(home_id{1}, echoing_task{});
  });
  run.check(all_ended(), "a finish ends before its tasks");
}

struct ending_task {
  void operator()() const { ++tasks_so_far().ended; }
};

/// On the second rank a handler ends a task of one finish while credits of another one are given
/// back, to make way for that of a third whose task has ended.
inline void count_three_in_handlers(explored_team& run) {
  finish([&run] {
    tasks_so_far().begun += 3;
    run.stop_exploring();
    spawn_at(home_id{1}, echoing_task{});
    finish([] { start_on(2, 0); });
    run.go_on_exploring();
    spawn([] { finish([] { spawn_at(home_id{1}, filling_task{}); }); });
    spawn([] { finish([] { spawn_at(home_id{1}, ending_task{}); }); });
  });
  run.check(all_ended(), "a finish ends before its tasks");
}

/// More tasks are counted, and done, than a purse has room for.
inline void count_beyond_a_purse() {
  constexpr auto tasks = credit_purse::most + 2;
  join& here = current_join();
  for (std::int64_t i = 0; i < tasks; ++i) { here.enroll(); }
  for (std::int64_t i = 0; i < tasks; ++i) { here.complete(); }
}
struct overfull_task {
  void operator()() const {
    count_beyond_a_purse();
    ++tasks_so_far().ended;
  }
};

/// Purses of both ranks get full while tasks of the finish are under way.
inline void fill_purses(explored_team& run) {
  finish([] {
    tasks_so_far().begun += 2;
    spawn_at(home_id{1}, overfull_task{});
    start_on(1, 1);
    spawn(overfull_task{});
  });
  run.check(all_ended(), "a finish ends before its tasks");
}

}  // namespace orujo::test
