// Rings: both ends, growth, looking ahead.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/ring.hpp"

#include <deque>

#include <gtest/gtest.h>

#include "orujo/base/random.hpp"

namespace orujo::test {

TEST(ring, behaves_as_a_deque_through_growth) {
  ring<int> tested;
  std::deque<int> model;
  random_stream random(1, 1);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t choice = random.below(model.size() > 500 ? 4 : 3);
    if (choice < 2 || model.empty()) {
      tested.push(i);
      model.push_back(i);
    } else if (choice == 2) {
      ASSERT_EQ(tested.pop_oldest(), model.front());
      model.pop_front();
    } else {
      ASSERT_EQ(tested.pop_youngest(), model.back());
      model.pop_back();
    }
    ASSERT_EQ(tested.size(), model.size());
    ASSERT_EQ(tested.empty(), model.empty());
  }
  for (std::size_t i = 0; i < model.size(); ++i) { EXPECT_EQ(tested.peek(i), model[i]); }
}

TEST(ring, takes_back_what_was_popped_last) {
  ring<int> tested;
  for (int i = 0; i < 64; ++i) { tested.push(i); }
  const int first = tested.pop_oldest();
  tested.put_back(first);
  EXPECT_EQ(tested.size(), 64U);
  EXPECT_EQ(tested.pop_oldest(), 0);
}

}  // namespace orujo::test
