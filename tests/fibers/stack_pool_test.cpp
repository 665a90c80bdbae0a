// Stack pools: size, reuse, guards, and where the upper ends lie.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/fibers/stack_pool.hpp"

#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"

namespace orujo::test {

TEST(stack_pool, gives_stacks_that_do_not_overlap) {
  for (const std::size_t guarded : {std::size_t{0}, std::size_t{200}}) {
    stack_pool pool({.stack_bytes = 8192, .guarded_stacks = guarded});
    std::vector<fiber_stack> stacks;
    for (int i = 0; i < 300; ++i) {
      stacks.push_back(pool.allocate());
      std::memset(stacks.back().control - stacks.back().bytes, i, stacks.back().bytes);
      std::memset(stacks.back().control, i, control_bytes);
    }
    for (std::size_t i = 0; i < stacks.size(); ++i) {
      const std::byte* const lowest = stacks[i].control - stacks[i].bytes;
      EXPECT_EQ(*lowest, static_cast<std::byte>(i));
      EXPECT_EQ(stacks[i].control[control_bytes - 1], static_cast<std::byte>(i));
      EXPECT_TRUE(canary_intact(stacks[i].control));
    }
    EXPECT_GE(pool.guarded(), guarded);
  }
}

TEST(stack_pool, gives_the_stack_again_that_came_back_last) {
  stack_pool pool({});
  const fiber_stack first = pool.allocate();
  const fiber_stack second = pool.allocate();
  pool.release(first);
  pool.release(second);
  EXPECT_EQ(pool.allocate().control, second.control);
  EXPECT_EQ(pool.allocate().control, first.control);
}

TEST(stack_pool, spreads_upper_ends_over_the_sets_of_a_cache) {
  for (const std::size_t guarded : {std::size_t{0}, std::size_t{1000}}) {
    stack_pool pool({.stack_bytes = 16 * 1024, .guarded_stacks = guarded});
    std::map<std::uintptr_t, int> per_set;
    for (int i = 0; i < 640; ++i) {
      ++per_set[reinterpret_cast<std::uintptr_t>(pool.allocate().control) / 64 % 64];
    }
    EXPECT_GE(per_set.size(), std::size_t{50});
    for (const auto& [set, stacks] : per_set) { EXPECT_LE(stacks, 30) << "set " << set; }
  }
}

TEST(stack_pool, refuses_stacks_below_a_page) {
  EXPECT_THROW(stack_pool({.stack_bytes = 1024}), usage_error);
}

}  // namespace orujo::test
