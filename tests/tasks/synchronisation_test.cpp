// Synchronisation of tasks blocks no worker and keeps its promise on several.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "orujo/tasks/fiber_barrier.hpp"
#include "orujo/tasks/fiber_condition.hpp"
#include "orujo/tasks/fiber_mutex.hpp"
#include "orujo/tasks/fiber_semaphore.hpp"
#include "orujo/tasks/full_empty.hpp"
#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

std::vector<launch_options> shapes() {
  return {team_of(1, 1), team_of(1, 2), team_of(1, 4), team_of(2, 2)};
}

/// Runs `count` stealable tasks `body(number)` and waits for them.
template <typename Body>
void run_tasks(int count, const Body& body) {
  finish([&] {
    for (int i = 0; i < count; ++i) {
      spawn_stealable([&body, i] { body(i); });
    }
  });
}

}  // namespace

TEST(fiber_mutex, excludes_tasks_that_yield_while_they_hold_it) {
  on_teams(shapes(), [](rank_team& team) {
    run_global(team, [] {
      fiber_mutex mutex;
      int inside = 0;
      int entries = 0;
      run_tasks(200, [&](int /*number*/) {
        const std::lock_guard guard(mutex);
        EXPECT_EQ(++inside, 1);
        yield();
        ++entries;
        --inside;
      });
      EXPECT_EQ(entries, 200);
      EXPECT_TRUE(mutex.try_lock());
      EXPECT_FALSE(mutex.try_lock());
      mutex.unlock();
    });
  });
}

TEST(fiber_condition, hands_items_from_producers_to_consumers) {
  on_teams(shapes(), [](rank_team& team) {
    run_global(team, [] {
      fiber_mutex mutex;
      fiber_condition not_empty;
      std::vector<int> items;
      int sum = 0;
      run_tasks(200, [&](int number) {
        std::unique_lock held(mutex);
        if (number % 2 == 0) {
          items.push_back(number);
          not_empty.notify_one();
        } else {
          not_empty.wait(held, [&] { return !items.empty(); });
          sum += items.back();
          items.pop_back();
        }
      });
      EXPECT_EQ(sum, 100 * 99);
    });
  });
}

TEST(fiber_condition, notifies_all_who_wait) {
  on_teams(shapes(), [](rank_team& team) {
    run_global(team, [] {
      fiber_mutex mutex;
      fiber_condition changed;
      bool open = false;
      std::atomic<int> through{0};
      run_tasks(51, [&](int number) {
        std::unique_lock held(mutex);
        if (number == 50) {
          open = true;
          changed.notify_all();
        } else {
          changed.wait(held, [&] { return open; });
          ++through;
        }
      });
      EXPECT_EQ(through.load(), 50);
    });
  });
}

TEST(fiber_semaphore, lets_in_as_many_as_it_has_permits) {
  on_teams(shapes(), [](rank_team& team) {
    run_global(team, [] {
      fiber_semaphore permits(3);
      std::atomic<int> inside{0};
      run_tasks(100, [&](int /*number*/) {
        permits.acquire();
        EXPECT_LE(++inside, 3);
        yield();
        --inside;
        permits.release();
      });
      for (int i = 0; i < 3; ++i) { EXPECT_TRUE(permits.try_acquire()); }
      EXPECT_FALSE(permits.try_acquire());
    });
  });
}

TEST(fiber_barrier, lets_nobody_through_before_all_have_come) {
  on_teams(shapes(), [](rank_team& team) {
    run_global(team, [] {
      constexpr int tasks = 20;
      fiber_barrier all(tasks);
      std::atomic<int> arrivals{0};
      run_tasks(tasks, [&](int /*number*/) {
        for (int round = 1; round <= 10; ++round) {
          ++arrivals;
          all.wait();
          EXPECT_GE(arrivals.load(), round * tasks);
          all.wait();
        }
      });
      EXPECT_EQ(arrivals.load(), 10 * tasks);
    });
  });
}

TEST(full_empty, passes_each_value_to_one_taker) {
  on_teams(shapes(), [](rank_team& team) {
    run_global(team, [] {
      full_empty<int> word;
      std::atomic<int> sum{0};
      run_tasks(200, [&](int number) {
        if (number % 2 == 0) {
          word.put(number);
        } else {
          sum += word.take();
        }
      });
      EXPECT_EQ(sum.load(), 100 * 99);
      EXPECT_FALSE(word.full());
    });
  });
}

TEST(full_empty, is_read_by_many_and_filled_by_handlers) {
  on_teams(shapes(), [](rank_team& team) {
    run_global(team, [] {
      full_empty<std::string> word;
      std::atomic<int> readers{0};
      run_tasks(51, [&](int number) {
        if (number < 50) {
          EXPECT_EQ(word.read_full(), "news");
          ++readers;
        } else {
          post(this_scheduler().board().peer_on(rank_id{0}), [to = &word] { to->fill("news"); });
        }
      });
      EXPECT_EQ(readers.load(), 50);
      EXPECT_TRUE(word.full());
      word.clear();
      EXPECT_FALSE(word.full());
    });
  });
}

TEST(full_empty, says_in_a_deadlock_what_is_waited_for) {
  on_teams(shapes(), [](rank_team& team) {
    std::string text;
    try {
      run_global(team, [] {
        full_empty<int> word(1);
        word.put(2);
      });
    } catch (const deadlock_error& problem) { text = problem.what(); }
    EXPECT_NE(text.find("a full_empty word to be emptied"), std::string::npos) << text;
  });
}

}  // namespace orujo::test
