// Buffers lie as the network needs them, and pools get them back from anywhere.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/parcel.hpp"

#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {

TEST(parcel, label_and_messages_are_one_stretch_of_bytes_and_messages_start_a_cache_line) {
  parcel_pool pool(1000);
  parcel* const buffer = pool.allocate();
  const auto* const label_end =
      reinterpret_cast<const std::byte*>(&buffer->label) + sizeof(parcel_label);
  EXPECT_EQ(label_end, buffer->payload());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer->payload()) % cache_line_bytes, 0U);
}

TEST(parcel_pool, buffers_do_not_overlap) {
  constexpr std::size_t each_bytes = 700;
  parcel_pool pool(each_bytes);
  std::vector<parcel*> buffers;
  for (std::size_t i = 0; i < 5000; ++i) {
    buffers.push_back(pool.allocate());
    std::memset(buffers.back()->payload(), static_cast<int>(i % 251), each_bytes);
    buffers.back()->label.port = static_cast<std::uint32_t>(i);
  }
  EXPECT_EQ(std::set<parcel*>(buffers.begin(), buffers.end()).size(), buffers.size());
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    EXPECT_EQ(buffers[i]->label.port, i);
    EXPECT_EQ(buffers[i]->payload()[0], static_cast<std::byte>(i % 251));
    EXPECT_EQ(buffers[i]->payload()[each_bytes - 1], static_cast<std::byte>(i % 251));
  }
}

TEST(parcel_pool, the_buffer_freed_last_comes_back_first_with_an_empty_label) {
  parcel_pool pool(256);
  parcel* const first = pool.allocate();
  parcel* const second = pool.allocate();
  second->label.bytes = 99;
  pool.free_local(first);
  pool.free_local(second);
  EXPECT_EQ(pool.allocate(), second);
  EXPECT_EQ(second->label.bytes, 0U);
  EXPECT_EQ(pool.allocate(), first);
}

TEST(parcel_pool, memory_grows_to_the_most_that_was_in_use_and_no_further) {
  parcel_pool pool(32 * 1024);
  EXPECT_EQ(pool.reserved_bytes(), 0U);
  const auto use = [&](std::size_t count) {
    std::vector<parcel*> buffers;
    for (std::size_t i = 0; i < count; ++i) { buffers.push_back(pool.allocate()); }
    for (parcel* const buffer : buffers) { pool.free_remote(buffer); }
  };
  use(100);
  const std::size_t reserved = pool.reserved_bytes();
  EXPECT_GE(reserved, 100U * 32 * 1024);
  for (int i = 0; i < 50; ++i) { use(100); }
  // One more slab at most: the queue of returned buffers keeps its last one until another comes.
  EXPECT_LE(pool.reserved_bytes(), reserved + (std::size_t{4} << 20U));
}

TEST(parcel_pool, memory_is_at_most_half_as_much_again_as_was_in_use) {
  constexpr std::size_t payload_bytes = 2048;
  constexpr std::size_t slot_bytes = payload_bytes + 4 * cache_line_bytes;  // and what is around it
  parcel_pool pool(payload_bytes);
  for (std::size_t count = 1; count < 100; ++count) {
    static_cast<void>(pool.allocate());
    EXPECT_LE(pool.reserved_bytes(), (count + count / 2 + 1) * slot_bytes) << count;
  }
}

TEST(parcel_pool, other_threads_give_buffers_back_while_the_owner_takes_them) {
  parcel_pool pool(128);
  mpsc_queue<parcel> lent;  // the owner pushes, the borrower pops
  constexpr int rounds = 20'000;
  std::jthread borrower([&] {
    int returned = 0;
    while (returned < rounds) {
      if (parcel* const buffer = lent.pop()) {
        EXPECT_EQ(buffer->payload()[0], std::byte{1});
        buffer->payload()[0] = std::byte{2};
        pool.free_remote(buffer);
        ++returned;
      } else {
        std::this_thread::yield();
      }
    }
  });
  for (int i = 0; i < rounds; ++i) {
    parcel* const buffer = pool.allocate();
    buffer->payload()[0] = std::byte{1};
    lent.push(buffer);
  }
}

}  // namespace orujo::test
