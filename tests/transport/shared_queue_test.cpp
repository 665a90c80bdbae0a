// Threads that write to a shared queue, full again and again, and one that reads.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/shared_queue.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "orujo/base/process_threads.hpp"

namespace orujo::test {

namespace {

struct numbered_letter {
  std::uint32_t writer;
  std::uint32_t number;
  std::array<std::uint64_t, 20> content;  // several cache lines
};

struct mail {
  shared_queue<numbered_letter, 8> queue;
  process_word bell;
};

void write_letters(mail& to, std::uint32_t writer, std::uint32_t count) {
  for (std::uint32_t number = 0; number < count;) {
    const bool put = to.queue.try_put([&](numbered_letter& each) {
      each.writer = writer;
      each.number = number;
      each.content.fill(std::uint64_t{writer} << 32U | number);
    });
    if (!put) {
      std::this_thread::yield();
      continue;
    }
    to.bell.announce_to_sleepers();
    ++number;
  }
}

}  // namespace

TEST(shared_queue, hands_over_whole_letters_in_the_order_of_each_writer) {
  constexpr std::uint32_t writers = 3;
  constexpr std::uint32_t count = 5'000;
  const auto shared = std::make_unique<mail>();
  std::array<std::jthread, writers> threads;
  for (std::uint32_t w = 0; w < writers; ++w) {
    threads[w] = std::jthread([&shared, w] { write_letters(*shared, w, count); });
  }
  std::array<std::uint32_t, writers> next{};
  for (std::uint32_t left = writers * count; left > 0;) {
    const std::uint32_t seen = shared->bell.value();
    const std::size_t taken = shared->queue.take(4, [&](const numbered_letter& each) {
      ASSERT_EQ(each.number, next.at(each.writer)++);
      for (const std::uint64_t word : each.content) {
        ASSERT_EQ(word, std::uint64_t{each.writer} << 32U | each.number);
      }
    });
    left -= static_cast<std::uint32_t>(taken);
    if (taken > 0) { continue; }
    shared->bell.sleep_unless([&] { return shared->queue.has_mail(); }, seen,
                              std::chrono::seconds(10));
  }
  EXPECT_FALSE(shared->queue.has_mail());
}

TEST(shared_queue, refuses_what_it_has_no_room_for_and_keeps_what_a_reader_throws_at) {
  const auto shared = std::make_unique<mail>();
  const auto put = [&](std::uint32_t number) {
    return shared->queue.try_put([&](numbered_letter& each) { each.number = number; });
  };
  for (std::uint32_t i = 0; i < 8; ++i) { EXPECT_TRUE(put(i)); }
  EXPECT_FALSE(put(8));
  EXPECT_THROW(shared->queue.take(8,
                                  [](const numbered_letter& each) {
                                    if (each.number == 3) { throw each.number; }
                                  }),
               std::uint32_t);
  EXPECT_TRUE(put(8));
  std::uint32_t first = 0;
  EXPECT_EQ(shared->queue.take(1, [&](const numbered_letter& each) { first = each.number; }), 1U);
  EXPECT_EQ(first, 3U);
  EXPECT_EQ(shared->queue.take(100, [](const numbered_letter&) {}), 5U);
}

}  // namespace orujo::test
