// Small programs of a few modelled threads that sleep, queue, lock and meet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

#include <gtest/gtest.h>

#include "orujo/base/announced_word.hpp"
#include "orujo/base/mpsc_queue.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/base/thread_rounds.hpp"
#include "support/explored_atomic.hpp"

namespace orujo::test {

inline constexpr std::chrono::microseconds for_ever = std::chrono::hours(1);
inline constexpr idle_patience sleeps_at_once{.spins = 0, .yields = 0, .sleep_us = 1};

/// Some announce, each after it has done something; others wait until all have, and look at it.
template <typename Word>
exploration explore_waits(int announcers, int sleepers, exploration_limits limits = {}) {
  return explore_threads(limits, [&](explored_threads& run) {
    Word word;
    std::array<explored_plain<int>, 2> done;
    for (int a = 0; a < announcers; ++a) {
      run.start([&, a] {
        done[static_cast<std::size_t>(a)] = 1;
        word.announce();
      });
    }
    for (int s = 0; s < sleepers; ++s) {
      run.start([&] {
        while (true) {
          const std::uint32_t seen = word.value();
          if (seen == static_cast<std::uint32_t>(announcers)) { break; }
          word.sleep_while(seen, for_ever);
        }
        for (int a = 0; a < announcers; ++a) {
          run.check(done[static_cast<std::size_t>(a)] == 1, "an announcement is seen too early");
        }
      });
    }
    run.run();
  });
}

/// Two threads push two items each; a third pops until it has all. Order is kept for each source.
template <typename Threads>
exploration explore_queue(int per_source, exploration_limits limits) {
  struct item : basic_queue_link<Threads> {
    int source = 0;
    int number = 0;
    explored_plain<int> content;
  };
  return explore_threads(limits, [&](explored_threads& run) {
    mpsc_queue<item, Threads> queue;
    std::array<std::array<item, 2>, 2> items;
    for (int s = 0; s < 2; ++s) {
      run.start([&, s] {
        for (int i = 0; i < per_source; ++i) {
          item& one = items[static_cast<std::size_t>(s)][static_cast<std::size_t>(i)];
          one.source = s;
          one.number = i;
          one.content = 10 * s + i;
          queue.push(&one);
        }
      });
    }
    run.start([&] {
      std::array<int, 2> next{};
      for (int left = 2 * per_source; left > 0;) {
        item* const one = queue.pop();
        if (one == nullptr) {
          run.yield();
          continue;
        }
        int& expected = next[static_cast<std::size_t>(one->source)];
        run.check(one->number == expected++, "items of one source change places");
        run.check(one->content == 10 * one->source + one->number, "an item is damaged");
        --left;
      }
      run.check(queue.looks_empty(), "a queue whose items have all been popped looks empty");
    });
    run.run();
  });
}

template <typename Threads>
exploration explore_lock(int threads) {
  return explore_threads({}, [&](explored_threads& run) {
    basic_spin_lock<Threads> lock;
    explored_plain<int> counter{0};
    for (int t = 0; t < threads; ++t) {
      run.start([&] {
        lock.lock();
        counter = counter + 1;
        lock.unlock();
      });
    }
    if (run.run()) { run.check(counter == threads, "the lock does not exclude"); }
  });
}

/// A leader and helpers that work for two rounds, with a barrier in each, and end.
template <typename Threads>
exploration explore_rounds(int threads, exploration_limits limits) {
  return explore_threads(limits, [&](explored_threads& run) {
    yield_watch yields;
    basic_thread_rounds<Threads> rounds(threads, sleeps_at_once, yields);
    explored_plain<int> task{0};
    std::array<explored_plain<int>, 3> before;
    std::array<explored_plain<int>, 3> after;
    const auto work = [&](std::size_t index, int round) {
      run.check(task == round, "a round begins before its task is there");
      before[index] = round;
      run.check(rounds.meet(), "nobody has failed");
      for (std::size_t i = 0; i < static_cast<std::size_t>(threads); ++i) {
        run.check(before[i] == round, "a thread leaves a barrier before all have come");
      }
      after[index] = round;
    };
    run.start([&] {
      for (int round = 1; round <= 2; ++round) {
        task = round;
        const std::uint32_t name = rounds.begin();
        work(0, round);
        rounds.wait_for_helpers(name);
        for (std::size_t i = 0; i < static_cast<std::size_t>(threads); ++i) {
          run.check(after[i] == round, "a round ends before all have left it");
        }
      }
      rounds.close();
    });
    for (int t = 1; t < threads; ++t) {
      run.start([&, t] {
        std::uint32_t seen = 0;
        while (rounds.next(seen)) {
          work(static_cast<std::size_t>(t), static_cast<int>(++seen));
          rounds.leave();
        }
      });
    }
    run.run();
  });
}

/// As above, with one round whose last helper fails instead of meeting the others: they are waiting
/// or about to, and a time limit lets them see it.
template <typename Threads>
exploration explore_failure(int threads, exploration_limits limits) {
  const auto program = [&](explored_threads& run) {
    yield_watch yields;
    basic_thread_rounds<Threads> rounds(threads, sleeps_at_once, yields);
    run.start([&] {
      const std::uint32_t first = rounds.begin();
      run.check(!rounds.meet(), "a barrier stands that a thread has not come to");
      rounds.wait_for_helpers(first);
      run.check(rounds.take_failure(), "the failure is not seen");
      const std::uint32_t second = rounds.begin();
      run.check(rounds.meet(), "the next round begins without the failure");
      rounds.wait_for_helpers(second);
      run.check(!rounds.take_failure(), "a failure is seen twice");
      rounds.close();
    });
    for (int t = 1; t < threads; ++t) {
      run.start([&, t] {
        for (std::uint32_t seen = 0; rounds.next(seen); ++seen) {
          if (seen == 0 && t == threads - 1) {
            run.check(rounds.fail(), "another failure came first");
          } else {
            run.check(rounds.meet() == (seen > 0), "a barrier tells of a failure");
          }
          rounds.leave();
        }
      });
    }
    run.run();
  };
  return explore_threads(limits, program, time_limits::pass_when_all_wait);
}

inline void expect_all_pass(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

inline void expect_found(const exploration& found, const char* what) {
  EXPECT_NE(found.failure.find(what), std::string::npos) << found.text();
}

}  // namespace orujo::test
