// Mutex, condition, semaphore and full/empty words for tasks of all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "memory/memory_run.hpp"
#include "orujo/memory/synchronisation/global_condition.hpp"
#include "orujo/memory/synchronisation/global_full_empty.hpp"
#include "orujo/memory/synchronisation/global_semaphore.hpp"

namespace orujo::test {

namespace {

/// Runs `body(number)` in tasks that start at workers around the team, and waits for them.
template <typename Body>
void run_around(std::uint64_t count, const Body& body) {
  finish([&] {
    for (std::uint64_t i = 0; i < count; ++i) {
      spawn_at(some_home(i * 7 + i / 3), [i, body] { body(i); });
    }
  });
}

/// What a deadlock of `body` says.
std::string deadlock_of(rank_team& team, const std::function<void()>& body) {
  global_memory memory(team);
  try {
    run_global(team, body);
  } catch (const deadlock_error& problem) { return problem.what(); }
  return "no deadlock";
}

}  // namespace

TEST(global_mutex, excludes_tasks_of_all_ranks) {
  with_memory(all_teams(), [] {
    const auto locks = allocate_array<mutex_state>(this_memory().num_homes(), 1);
    const auto words = allocate_array<std::uint64_t>(64, 1);
    for (const std::uint64_t home : {0U, this_memory().num_homes() - 1}) {
      const global_mutex mutex(locks.at(home));
      run_around(60, [mutex, words](std::uint64_t i) {
        const std::lock_guard held(mutex);
        EXPECT_EQ(delegate::fetch_add(words.at(0), 1), 0U);  // nobody else is inside
        const std::uint64_t before = delegate::read(words.at(5));
        if (i % 4 == 0) { yield(); }
        delegate::write(words.at(5), before + 1);
        EXPECT_EQ(delegate::fetch_add(words.at(0), std::uint64_t{0} - 1), 1U);
      });
      EXPECT_EQ(delegate::read(words.at(5)), 60U);
      delegate::write(words.at(5), 0);
      EXPECT_TRUE(mutex.try_lock());
      EXPECT_FALSE(mutex.try_lock());
      mutex.unlock();
    }
  });
}

TEST(global_mutex, lies_on_a_stack_and_is_unlocked_in_a_handler) {
  with_memory(all_teams(1), [] {
    mutex_state state;
    std::uint64_t entries = 0;
    const global_mutex mutex(global(state));
    const auto count = global(entries);
    mutex.lock();
    finish([&] {
      for (std::uint64_t i = 0; i < 20; ++i) {
        spawn_at(some_home(i), [mutex, count] {
          std::unique_lock held(mutex);
          delegate::fetch_add(count, 1);
          held.unlock();
        });
      }
      EXPECT_EQ(entries, 0U);
      post(some_home(1), [mutex] { mutex.unlock(); });
    });
    EXPECT_EQ(entries, 20U);
  });
}

TEST(global_mutex, serves_who_came_first_first) {
  with_memory(all_teams(1), [] {
    mutex_state state;
    const global_mutex mutex(global(state));
    std::vector<int> order;
    mutex.lock();
    finish([&] {
      for (int i = 0; i < 10; ++i) {
        spawn([&, i] {
          const std::lock_guard held(mutex);
          order.push_back(i);
        });
      }
      for (int i = 0; i < 50; ++i) { yield(); }
      mutex.unlock();
    });
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  });
}

TEST(global_condition, hands_items_from_producers_to_consumers) {
  with_memory(all_teams(), [] {
    mutex_state inner;
    condition_state change;
    std::vector<std::uint64_t> items;
    std::uint64_t sum = 0;
    const global_mutex mutex(global(inner));
    const global_condition changed(global(change));
    run_around(60, [mutex, changed, list = global(items), total = global(sum)](std::uint64_t i) {
      const std::unique_lock held(mutex);
      if (i % 2 == 0) {
        delegate::call(list, [i](std::vector<std::uint64_t>& all) { all.push_back(i); });
        return changed.notify_one();
      }
      changed.wait(held, [list] {
        return delegate::call(list, [](std::vector<std::uint64_t>& all) { return !all.empty(); });
      });
      const auto item = delegate::call(list, [](std::vector<std::uint64_t>& all) {
        const std::uint64_t last = all.back();
        all.pop_back();
        return last;
      });
      delegate::fetch_add(total, item);
    });
    EXPECT_EQ(sum, 30U * 29U);
  });
}

TEST(global_condition, notifies_all_who_wait) {
  with_memory(all_teams(), [] {
    const std::uint64_t last = this_memory().num_homes() - 1;
    const auto locks = allocate_array<mutex_state>(last + 1, 1);
    const auto changes = allocate_array<condition_state>(last + 1, 1);
    const auto words = allocate_array<std::uint64_t>(2, 1);
    const global_mutex mutex(locks.at(last));
    const global_condition changed(changes.at(last));
    run_around(41, [=](std::uint64_t i) {
      const std::unique_lock held(mutex);
      if (i == 40) {
        delegate::write(words.at(0), 1);
        return changed.notify_all();
      }
      changed.wait(held, [words] { return delegate::read(words.at(0)) == 1; });
      delegate::write(words.at(1), delegate::read(words.at(1)) + 1);
    });
    EXPECT_EQ(delegate::read(words.at(1)), 40U);
  });
}

TEST(global_condition, lies_at_the_home_of_its_mutex) {
  with_memory(all_teams(0), [] {
    if (this_memory().num_homes() == 1) { return; }
    const auto locks = allocate_array<mutex_state>(2, 1);
    const auto changes = allocate_array<condition_state>(2, 1);
    const global_mutex mutex(locks.at(0));
    const std::unique_lock held(mutex);
    EXPECT_THROW(global_condition(changes.at(1)).wait(held), usage_error);
  });
}

TEST(global_semaphore, lets_in_as_many_as_it_has_permits) {
  with_memory(all_teams(), [] {
    semaphore_state state(3);
    std::uint64_t inside = 0;
    const global_semaphore permits(global(state));
    run_around(60, [permits, now = global(inside)](std::uint64_t /*i*/) {
      permits.acquire();
      EXPECT_LT(delegate::fetch_add(now, 1), 3U);
      yield();
      delegate::fetch_add(now, std::uint64_t{0} - 1);
      permits.release();
    });
    for (int i = 0; i < 3; ++i) { EXPECT_TRUE(permits.try_acquire()); }
    EXPECT_FALSE(permits.try_acquire());
  });
}

TEST(global_semaphore, takes_many_permits_at_once_from_a_handler) {
  with_memory(all_teams(1), [] {
    const auto states = allocate_array<semaphore_state>(this_memory().num_homes(), 1);
    const global_semaphore permits(states.at(states.size() - 1));
    std::uint64_t through = 0;
    finish([&] {
      for (std::uint64_t i = 0; i < 12; ++i) {
        spawn_at(some_home(i), [permits, count = global(through)] {
          permits.acquire();
          delegate::fetch_add(count, 1);
        });
      }
      post(some_home(2), [permits] { permits.release(7); });
      post(some_home(3), [permits] { permits.release(6); });
    });
    EXPECT_EQ(through, 12U);
    EXPECT_TRUE(permits.try_acquire());
    EXPECT_FALSE(permits.try_acquire());
  });
}

TEST(global_full_empty, passes_each_value_once) {
  with_memory(all_teams(), [] {
    using word = global_full_empty<std::uint64_t>;
    const auto words = allocate_array<word::state>(this_memory().num_homes(), 1);
    std::uint64_t sum = 0;
    run_around(40, [words, total = global(sum)](std::uint64_t i) {
      const word middle(words.at(words.size() / 2));
      for (std::uint64_t k = 0; k < 5; ++k) {
        if (i % 2 == 0) {
          middle.put(i * 10 + k);
        } else {
          delegate::fetch_add(total, middle.take());
        }
      }
    });
    std::uint64_t expected = 0;
    for (std::uint64_t i = 0; i < 40; i += 2) { expected += i * 50 + 10; }
    EXPECT_EQ(sum, expected);
    EXPECT_FALSE(word(words.at(words.size() / 2)).full());
  });
}

TEST(global_full_empty, lets_tasks_wait_for_each_other_along_a_chain) {
  with_memory(all_teams(), [] {
    using numbers = std::array<std::uint64_t, 5>;
    using word = global_full_empty<numbers>;
    const auto chain = allocate_array<word::state>(65, 1);
    run_around(65, [chain](std::uint64_t i) {
      if (i == 64) { return word(chain.at(0)).put({1, 2, 3, 4, 5}); }
      const std::uint64_t link = 63 - i;  // those that wait longest come first
      numbers value = word(chain.at(link)).read_full();
      value[link % 5] += link;
      word(chain.at(link + 1)).put(value);
    });
    numbers expected{1, 2, 3, 4, 5};
    for (std::uint64_t link = 0; link < 64; ++link) { expected[link % 5] += link; }
    EXPECT_EQ(word(chain.at(64)).take(), expected);
    for (std::uint64_t link = 0; link < 64; ++link) {
      EXPECT_EQ(word(chain.at(link)).full(), true);
    }
    EXPECT_FALSE(word(chain.at(64)).full());
  });
}

TEST(global_full_empty, is_filled_and_emptied_in_handlers_whatever_it_was) {
  with_memory(all_teams(1), [] {
    using word = global_full_empty<std::int32_t>;
    const auto words = allocate_array<word::state>(this_memory().num_homes(), 1);
    const word last(words.at(words.size() - 1));
    finish([&] {
      for (std::uint64_t i = 0; i < 10; ++i) {
        spawn_at(some_home(i), [last] { EXPECT_EQ(last.read_full(), 7); });
      }
      post(some_home(1), [last] { last.fill(7); });
    });
    EXPECT_TRUE(last.full());
    finish([&] { last.fill(8); });
    EXPECT_EQ(last.read_full(), 8);
    finish([&] {
      spawn_at(some_home(2), [last] { last.put(9); });  // waits until it is emptied
      post(some_home(3), [last] { last.clear(); });
    });
    EXPECT_EQ(last.take(), 9);
    EXPECT_FALSE(last.full());
  });
}

TEST(global_synchronisation, says_in_a_deadlock_what_is_waited_for) {
  on_teams(all_teams(0), [](rank_team& team) {
    const auto expect_reason = [&](const char* reason, const std::function<void()>& body) {
      const std::string text = deadlock_of(team, body);
      EXPECT_NE(text.find(reason), std::string::npos) << text;
    };
    expect_reason("a global_mutex to be unlocked", [] {
      const auto locks = allocate_array<mutex_state>(this_memory().num_homes(), 1);
      const global_mutex mutex(locks.at(locks.size() - 1));
      mutex.lock();
      mutex.lock();
    });
    expect_reason("a permit of a global_semaphore", [] {
      const auto states = allocate_array<semaphore_state>(this_memory().num_homes(), 1);
      global_semaphore(states.at(states.size() - 1)).acquire();
    });
    expect_reason("a global_full_empty word to be filled", [] {
      const auto words = allocate_array<full_empty_state<int>>(this_memory().num_homes(), 1);
      EXPECT_EQ(global_full_empty<int>(words.at(words.size() - 1)).read_full(), 0);
    });
  });
}

}  // namespace orujo::test
