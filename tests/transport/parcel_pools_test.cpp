// A parcel with few messages waits in a small buffer, and says the same there.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/parcel_pools.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/transport/send_budget.hpp"

namespace orujo::test {

namespace {

constexpr std::size_t payload = std::size_t{32} * 1024;

parcel* filled(parcel_pools& pools, std::size_t bytes) {
  parcel* const buffer = pools.full().allocate();
  std::memset(buffer->payload(), static_cast<int>(bytes % 251), bytes);
  buffer->label = {.bytes = static_cast<std::uint32_t>(bytes), .epoch = 3, .port = 5, .source = 1};
  return buffer;
}

}  // namespace

TEST(parcel_pools, a_small_parcel_moves_with_label_and_messages_and_leaves_its_buffer_free) {
  parcel_pools pools(payload);
  for (const std::size_t bytes : {0U, 1U, 256U, 257U, 1024U, 4096U}) {
    parcel* const large = filled(pools, bytes);
    send_budget budget(rank_id{0}, 4096, 1024);
    large->budget = &budget;
    parcel* const small = pools.fitted(large);
    ASSERT_NE(small, large) << bytes;
    EXPECT_EQ(pools.full().allocate(), large) << "free at once, and warm";
    pools.free(large);
    EXPECT_EQ(small->label.bytes, bytes);
    EXPECT_EQ(small->label.epoch, 3U);
    EXPECT_EQ(small->label.port, 5U);
    EXPECT_EQ(small->label.source, 1U);
    EXPECT_EQ(small->budget, &budget);
    EXPECT_LE(small->pool->payload_bytes(), bytes <= 256 ? 256 : 4 * bytes);
    for (const std::byte each : small->messages()) {
      ASSERT_EQ(each, static_cast<std::byte>(bytes % 251));
    }
    EXPECT_EQ(pools.fitted(small), small) << "it fits already";
    pools.free(small);
  }
}

TEST(parcel_pools, a_parcel_that_is_not_small_stays_where_it_is) {
  parcel_pools pools(payload);
  for (const std::size_t bytes : {std::size_t{4097}, payload}) {
    parcel* const large = filled(pools, bytes);
    EXPECT_EQ(pools.fitted(large), large);
    EXPECT_EQ(pools.room_for(bytes), payload);
  }
}

TEST(parcel_pools, small_buffers_are_at_most_half_as_large) {
  parcel_pools pools(600);
  EXPECT_EQ(pools.room_for(256), 256U);
  EXPECT_EQ(pools.room_for(257), 600U);
  parcel_pools least(256);
  EXPECT_EQ(least.room_for(1), 256U);
}

TEST(parcel_pools, many_small_parcels_that_wait_take_little_memory) {
  parcel_pools pools(payload);
  constexpr std::size_t count = 100'000;
  std::vector<parcel*> waiting;
  for (std::size_t i = 0; i < count; ++i) { waiting.push_back(pools.fitted(filled(pools, 32))); }
  EXPECT_LT(pools.reserved_bytes(), count * 512);
  for (parcel* const each : waiting) { pools.free(each); }
}

TEST(parcel_pools, buffers_of_another_worker_go_back_there) {
  parcel_pools mine(payload);
  parcel_pools others(payload);
  // In each round others' large buffer and a small one of theirs are given back by me.
  const auto give_back = [&](int rounds) {
    for (int i = 0; i < rounds; ++i) {
      mine.free(others.fitted(filled(others, 8)));
      mine.free(mine.fitted(filled(others, 100)));
    }
  };
  give_back(1000);
  const std::size_t taken = others.reserved_bytes();
  give_back(100'000);
  EXPECT_EQ(others.reserved_bytes(), taken) << "what was given back is used again";
}

}  // namespace orujo::test
