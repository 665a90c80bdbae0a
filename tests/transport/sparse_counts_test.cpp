// Counters that take memory where they are used.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/sparse_counts.hpp"

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {

TEST(sparse_counts, are_zero_at_first_and_keep_what_is_added) {
  sparse_counts counts(100);
  EXPECT_FALSE(counts.empty());
  for (const std::size_t number : {0U, 15U, 16U, 99U}) {
    EXPECT_EQ(counts.value(number), 0);
    counts[number] += static_cast<std::int32_t>(number) + 1;
  }
  EXPECT_EQ(counts.value(15), 16);
  EXPECT_EQ(counts.value(14), 0);
  EXPECT_EQ(counts.value(99), 100);
  EXPECT_TRUE(sparse_counts().empty());
}

TEST(sparse_counts, lose_nothing_where_threads_use_them_first_at_once) {
  for (int round = 0; round < 50; ++round) {
    sparse_counts counts(640);
    {
      std::vector<std::jthread> threads;
      for (std::size_t t = 0; t < 3; ++t) {
        threads.emplace_back([&counts] {
          for (std::size_t number = 0; number < 640; number += 7) { ++counts[number]; }
        });
      }
    }
    for (std::size_t number = 0; number < 640; ++number) {
      ASSERT_EQ(counts.value(number), number % 7 == 0 ? 3 : 0);
    }
  }
}

}  // namespace orujo::test
