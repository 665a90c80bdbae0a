// A queue in shared memory, and readers that sleep, under every schedule of a few threads; mutants
// are to be found.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <cstddef>

#include <gtest/gtest.h>

#include "orujo/base/announced_word.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/transport/shared_queue.hpp"
#include "support/explored_atomic.hpp"

namespace orujo::test {

namespace {

template <std::memory_order Asked, std::memory_order Given>
using weak_threads = basic_modelled_threads<weakened<Asked, Given>>;

struct modelled_letter {
  explored_plain<int> content{-1};
};

/// Writers put letters into a queue of two cells, again and again where it is full; a reader takes
/// them and sleeps meanwhile.
struct queue_program {
  int writers = 1;
  int letters = 1;  // of each writer
};

/// `Threads` are those of the queue.
template <typename Threads>
struct modelled_mail {
  shared_queue<modelled_letter, 2, Threads> queue;
  basic_announced_word<modelled_threads> bell;
};

template <typename Threads>
void put_all(explored_threads& run, modelled_mail<Threads>& mail, int writer, int letters) {
  for (int i = 0; i < letters; ++i) {
    while (!mail.queue.try_put([&](modelled_letter& each) { each.content = 10 * writer + i; })) {
      run.yield();
    }
    mail.bell.announce_to_sleepers();
  }
}

template <typename Threads>
void take_all(explored_threads& run, modelled_mail<Threads>& mail, const queue_program& program) {
  std::array<int, 3> next{};
  for (int left = program.writers * program.letters; left > 0;) {
    const std::uint32_t seen = mail.bell.value();
    const std::size_t taken = mail.queue.take(2, [&](const modelled_letter& each) {
      const int content = each.content;
      const auto writer = static_cast<std::size_t>(content / 10);
      run.check(content % 10 == next[writer]++, "letters of one writer change places");
    });
    left -= static_cast<int>(taken);
    if (taken == 0) {
      mail.bell.sleep_unless([&] { return mail.queue.has_mail(); }, seen, std::chrono::hours(1));
    }
  }
  run.check(!mail.queue.has_mail(), "a queue whose letters have all been taken has mail");
}

template <typename Threads>
exploration explore_mail(const queue_program& program, const exploration_limits& limits = {}) {
  return explore_threads(limits, [&](explored_threads& run) {
    modelled_mail<Threads> mail;
    for (int w = 0; w < program.writers; ++w) {
      run.start([&, w] { put_all(run, mail, w, program.letters); });
    }
    run.start([&] { take_all(run, mail, program); });
    run.run();
  });
}

/// Two readers, of whom one at a time takes, as long as letters are left.
exploration explore_readers(int letters, const exploration_limits& limits) {
  return explore_threads(limits, [&](explored_threads& run) {
    shared_queue<modelled_letter, 2, modelled_threads> queue;
    basic_spin_lock<modelled_threads> reading;
    explored_atomic<int> left{letters};
    for (int reader = 0; reader < 2; ++reader) {
      run.start([&] {
        while (left.load(acquire) > 0) {
          if (!queue.has_mail() || !reading.try_lock()) {
            run.yield();
            continue;
          }
          const std::size_t taken = queue.take(1, [&](const modelled_letter& each) {
            run.check(each.content == letters - left.load(relaxed), "a letter is read out of turn");
          });
          left.fetch_sub(static_cast<int>(taken), acq_rel);
          reading.unlock();
        }
      });
    }
    run.start([&] {
      for (int i = 0; i < letters;) {
        const bool put = queue.try_put([&](modelled_letter& each) { each.content = i; });
        put ? void(++i) : run.yield();
      }
    });
    run.run();
  });
}

void expect_all_pass(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

void expect_found(const exploration& found, const char* what) {
  EXPECT_NE(found.failure.find(what), std::string::npos) << found.text();
}

}  // namespace

TEST(explored_shared_queue, loses_no_letter_and_no_wake_up) {
  expect_all_pass(explore_mail<modelled_threads>({.writers = 1, .letters = 1}));
  expect_all_pass(explore_mail<modelled_threads>({.writers = 1, .letters = 3}, {.deviations = 3}));
  expect_all_pass(explore_mail<modelled_threads>({.writers = 2, .letters = 1}, {.deviations = 3}));
  expect_all_pass(explore_mail<modelled_threads>({.writers = 2, .letters = 2}, {.deviations = 2}));
}

TEST(explored_shared_queue, is_handed_from_reader_to_reader_by_a_lock) {
  expect_all_pass(explore_readers(1, {.deviations = 3}));
  expect_all_pass(explore_readers(3, {.deviations = 2}));
}

TEST(explored_shared_queue, finds_letters_that_are_published_out_of_order) {
  using weak = weak_threads<seq_cst, acq_rel>;
  expect_found(explore_mail<weak>({.writers = 1, .letters = 1}), "deadlock");
}

TEST(explored_shared_queue, finds_letters_that_are_read_or_written_too_early) {
  const exploration_limits some{.deviations = 3};
  expect_found(explore_mail<weak_threads<seq_cst, relaxed>>({.writers = 1}, some), "data race");
  expect_found(explore_mail<weak_threads<release, relaxed>>({.writers = 1, .letters = 3}, some),
               "data race");
  expect_found(explore_mail<weak_threads<acquire, relaxed>>({.writers = 1, .letters = 3}, some),
               "data race");
}

}  // namespace orujo::test
