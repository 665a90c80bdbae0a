// What is taken from the front moves the others seldom.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/front_vector.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>

#include <gtest/gtest.h>

namespace orujo::test {

namespace {

/// Counts how often numbers are moved.
struct counted_number {
  counted_number(std::uint64_t value, std::uint64_t& moves) : number(value), all(&moves) {}
  counted_number(counted_number&& other) noexcept : number(other.number), all(other.all) { ++*all; }
  counted_number& operator=(counted_number&& other) noexcept {
    number = other.number;
    ++*all;
    return *this;
  }
  std::uint64_t number;
  std::uint64_t* all;
};

}  // namespace

TEST(front_vector, gives_up_its_front_without_moving_all_others) {
  constexpr std::uint64_t count = 10'000;
  std::uint64_t moves = 0;
  front_vector<counted_number> waiting;
  for (std::uint64_t i = 0; i < count; ++i) { waiting.push_back({i, moves}); }
  moves = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    ASSERT_EQ(waiting.front().number, i);
    waiting.drop_front(1);
  }
  EXPECT_EQ(waiting.size(), 0U);
  EXPECT_LE(moves, count);
}

TEST(front_vector, holds_what_a_deque_holds) {
  front_vector<int> some;
  std::deque<int> all;
  for (int i = 0; i < 500; ++i) {
    if (i % 7 < 4) {
      some.push_back(i);
      all.push_back(i);
    } else {
      const std::size_t count = std::min<std::size_t>(all.size(), static_cast<std::size_t>(i % 3));
      some.drop_front(count);
      all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    }
    ASSERT_TRUE(std::equal(some.all().begin(), some.all().end(), all.begin(), all.end())) << i;
  }
  *some.grow(2) = 1;
  EXPECT_EQ(some.size(), all.size() + 2);
  EXPECT_EQ(some.back(), 0);
  some.clear();
  EXPECT_EQ(some.size(), 0U);
}

}  // namespace orujo::test
